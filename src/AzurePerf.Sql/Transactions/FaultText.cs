using System.Globalization;
using System.Runtime.CompilerServices;

namespace AzurePerf.Sql.Transactions;

/// <summary>What is wrong, put together only where something is: checks are part of what is measured.</summary>
[InterpolatedStringHandler]
internal ref struct FaultText
{
    private DefaultInterpolatedStringHandler _text;

    public FaultText(int literalLength, int formattedCount, bool holds, out bool isNeeded)
    {
        isNeeded = !holds;
        _text = isNeeded ? new(literalLength, formattedCount, CultureInfo.InvariantCulture) : default;
    }

    public void AppendLiteral(string text) => _text.AppendLiteral(text);

    public void AppendFormatted<T>(T value) => _text.AppendFormatted(value);

    public string ToStringAndClear() => _text.ToStringAndClear();
}
