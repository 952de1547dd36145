using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Products;

/// <summary>What an operator pays for storing and for computing, in one currency.</summary>
/// <param name="GigabyteMonth">A gigabyte (10^9 bytes) stored for a month; from 0.</param>
/// <param name="SlotHour">An hour of one slot of a worker: what the worker costs by its slots; from 0.</param>
public sealed record KeepingPrices(double GigabyteMonth, double SlotHour);

/// <summary>
/// Whether it is cheaper to keep products or to compute them again: storing costs by bytes and time, computing by the time in a slot.
/// Hill et al. 2011, section 5.2, keep what they computed, because a gigabyte for a month costs what an hour of a small instance does:
/// what takes an hour a gigabyte is worth keeping when it is used once a month.
/// </summary>
/// <param name="ComputeCost">Price of computing them once.</param>
/// <param name="MonthCost">Price of keeping them for a month.</param>
public sealed record KeepingAdvice(double ComputeCost, double MonthCost)
{
    private const double GigabyteBytes = 1e9;
    private const double HourSeconds = 3_600;

    /// <summary>Months between two uses up to which keeping is cheaper; 0 where computing costs nothing, and positive infinity where
    /// keeping costs nothing.</summary>
    public double BreakEvenMonths => MonthCost > 0 ? ComputeCost / MonthCost : double.PositiveInfinity;

    /// <summary>The advice for products of one kind, or for one product.</summary>
    /// <param name="seconds">Time in a worker's slot, in seconds, that making all of them takes; from 0.</param>
    /// <param name="bytes">Bytes that all of them have; from 0.</param>
    /// <param name="prices">What the operator pays.</param>
    /// <exception cref="ArgumentOutOfRangeException">One of them is negative or not finite.</exception>
    public static KeepingAdvice For(double seconds, double bytes, KeepingPrices prices)
    {
        ArgumentNullException.ThrowIfNull(prices);
        return new(
            Require(seconds, nameof(seconds)) / HourSeconds * Require(prices.SlotHour, nameof(prices)),
            Require(bytes, nameof(bytes)) / GigabyteBytes * Require(prices.GigabyteMonth, nameof(prices)));
    }

    /// <summary>Whether keeping pays when they are used once a month.</summary>
    public bool IsWorthKeeping => Keeps(monthsBetweenUses: 1);

    /// <summary>"one use in 24.4 months pays for it": why they are kept or made again. A clause.</summary>
    public string Reason => (MonthCost, ComputeCost) switch
    {
        (0, _) => "keeping costs nothing",
        (_, 0) => "making costs nothing",
        _ when IsWorthKeeping => $"one use in {NumberFormat.Significant(BreakEvenMonths)} months pays for keeping",
        _ => $"a month of keeping costs what making {NumberFormat.Significant(MonthCost / ComputeCost)} times does",
    };

    /// <summary>Whether keeping is cheaper than computing again at each use; where both cost the same they are kept.</summary>
    /// <param name="monthsBetweenUses">Months between two uses; from 0.</param>
    public bool Keeps(double monthsBetweenUses) => monthsBetweenUses <= BreakEvenMonths;

    private static double Require(double value, string name) => value >= 0 && double.IsFinite(value)
        ? value
        : throw new ArgumentOutOfRangeException(name, value, "seconds, bytes and prices are numbers from 0 on");
}
