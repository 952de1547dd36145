using System.Globalization;

namespace AzurePerf.Sql.Data;

/// <summary>The texts of trades: what they are called, and the other way to write each that an update changes.</summary>
public static class TradeTexts
{
    private const string Ending = " Account";

    /// <summary>How a trade is settled.</summary>
    public static string CashType(bool isCash) => (isCash ? "Cash" : "Margin") + Ending;

    /// <summary>What the cash of a trade is called.</summary>
    public static string CashName(string type, long quantity, string security) =>
        string.Create(CultureInfo.InvariantCulture, $"{type} {quantity} shares of {security}");

    /// <summary>First Last as Last, First and back.</summary>
    public static string AlterExecutor(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.Split(", ") is [var last, var first] ? $"{first} {last}"
            : name.Split(' ') is [var given, var family] ? $"{family}, {given}"
            : name;
    }

    public static string AlterCashType(string type)
    {
        ArgumentNullException.ThrowIfNull(type);
        return type.EndsWith(Ending, StringComparison.Ordinal) ? type[..^Ending.Length] : type + Ending;
    }

    public static string AlterCashName(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.Contains(" shares of ", StringComparison.Ordinal)
            ? name.Replace(" shares of ", " Shares of ", StringComparison.Ordinal)
            : name.Replace(" Shares of ", " shares of ", StringComparison.Ordinal);
    }
}
