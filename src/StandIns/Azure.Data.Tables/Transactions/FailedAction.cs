using System.Globalization;

namespace Azure.Data.Tables.Transactions;

/// <summary>The service names the action that failed by its number in front of the error message: "3:The condition …".</summary>
internal static class FailedAction
{
    private const string DataKey = "FailedEntity";

    public static int? IndexOf(RequestFailedException failure)
        => failure.Data[DataKey] is string text && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int index)
            ? index
            : null;

    /// <summary>Keeps the number where <see cref="IndexOf"/> finds it. A message without one is about the first action.</summary>
    public static void Mark(RequestFailedException failure)
    {
        int colon = failure.Message.IndexOf(':', StringComparison.Ordinal);
        ReadOnlySpan<char> number = colon > 0 ? failure.Message.AsSpan(0, colon) : default;
        failure.Data[DataKey] = int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int index)
            ? index.ToString(CultureInfo.InvariantCulture)
            : "0";
    }
}
