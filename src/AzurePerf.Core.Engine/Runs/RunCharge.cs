
namespace AzurePerf.Core.Runs;

/// <summary>What counts of a run against limits.</summary>
/// <param name="Operations">Operations, or tasks.</param>
/// <param name="Bytes">Payload.</param>
/// <param name="Seconds">Duration.</param>
/// <param name="Cost">Of its requests, in the currency of the price file; 0 for a run that sends none to an account, null where there is no
/// estimate.</param>
public sealed record RunCharge(long Operations, long Bytes, double Seconds, double? Cost)
{
    public static RunCharge None { get; } = new(0, 0, 0, null);

    /// <summary>Both together.</summary>
    public static RunCharge operator +(RunCharge one, RunCharge other) => new(
        Capped((double)one.Operations + other.Operations),
        Capped((double)one.Bytes + other.Bytes),
        one.Seconds + other.Seconds,
        one.Cost is null && other.Cost is null ? null : (one.Cost ?? 0) + (other.Cost ?? 0));

    private static long Capped(double sum) => (long)Math.Min(sum, long.MaxValue / 2);
}
