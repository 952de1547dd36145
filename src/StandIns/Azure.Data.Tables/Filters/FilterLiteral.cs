using System.Globalization;
using System.Xml;

namespace Azure.Data.Tables.Filters;

/// <summary>Values as OData filters write them.</summary>
internal static class FilterLiteral
{
    /// <exception cref="ArgumentException">Filters have no form for values of this type.</exception>
    public static string Format(object? value) => value switch
    {
        string text => Quote(text),
        bool flag => flag ? "true" : "false",
        long number => number.ToString(CultureInfo.InvariantCulture) + "L",
        Enum => throw NoForm(value),
        int or double or float or decimal => ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture),
        Guid id => $"guid'{id}'",
        DateTimeOffset time => Time(time.UtcDateTime),
        DateTime time => Time(time.ToUniversalTime()),
        byte[] bytes => $"X'{Convert.ToHexString(bytes)}'",
        BinaryData bytes => $"X'{Convert.ToHexString(bytes.ToMemory().Span)}'",
        _ => throw NoForm(value),
    };

    public static string Quote(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private static string Time(DateTime utc) => $"datetime'{XmlConvert.ToString(utc, XmlDateTimeSerializationMode.RoundtripKind)}'";

    private static ArgumentException NoForm(object? value)
        => new($"A filter cannot hold a value of type {value?.GetType().ToString() ?? "null"}.", nameof(value));
}
