using AzurePerf.Core.Executions.Outcomes;

namespace AzurePerf.Storage.Executions;

/// <summary>The report on outcomes, from the rows; API and portal give the same.</summary>
public sealed class OutcomeReader(ExecutionStatisticsStore kinds, TimeProvider time)
{
    /// <summary>Days of a report that nobody asked a number of.</summary>
    public const int DefaultDays = 7;

    /// <summary>The longest report.</summary>
    public const int MostDays = 90;

    /// <summary>The report on today, as far as it is over, and the days before it.</summary>
    /// <param name="days">How many days, today included: 1 to <see cref="MostDays"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">Not so many days.</exception>
    public async Task<OutcomeReport> ReadAsync(int days, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(days, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(days, MostDays);
        var today = DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime);
        var first = today.AddDays(1 - days);
        var reading = await kinds.ReadDaysAsync(first, today, cancellationToken);
        return OutcomeReport.Assemble(reading.Hours, first, today, reading.Unreadable);
    }
}
