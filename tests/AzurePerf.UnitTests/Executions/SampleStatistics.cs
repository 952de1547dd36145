using System.Globalization;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using CsCheck;

namespace AzurePerf.UnitTests.Executions;

/// <summary>Executions and their statistics.</summary>
internal static class SampleStatistics
{
    /// <summary>Lists of executions: the microseconds of a success, or a negative number that stands for a cause.</summary>
    public static Gen<long[]> Executions { get; } = Gen.OneOf(
        Gen.Select(Gen.Int[0, int.MaxValue], Gen.Int[0, 30], (number, bits) => ((long)number << bits) % 6_000_000_000_000),
        Gen.Int[0, FailureTaxonomy.Rows.Count - 1].Select(index => -1L - index)).Array[0, 100];

    /// <summary>So many successes of the same duration.</summary>
    public static ExecutionStatistics Of(int count, double seconds) =>
        Enumerable.Repeat(ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(seconds)), count).Aggregate(ExecutionStatistics.Empty, (sum, next) => sum.Plus(next));

    /// <summary>So many executions of a cause, of fewer tasks where some were repeated.</summary>
    public static ExecutionStatistics Ends(FailureCause cause, int count, int repeated = 0) => Enumerable.Range(0, count)
        .Select(number => ExecutionStatistics.OfEnd(cause, number >= repeated, number >= repeated)).Aggregate(ExecutionStatistics.Empty, (sum, next) => sum.Plus(next));

    public static ExecutionStatistics Of(IEnumerable<long> executions) => executions.Aggregate(ExecutionStatistics.Empty, (sum, execution) => sum.Plus(Of(execution)));

    public static ExecutionStatistics Of(long execution) => execution >= 0
        ? ExecutionStatistics.OfSuccess(TimeSpan.FromMicroseconds(execution))
        : ExecutionStatistics.OfEnd(FailureTaxonomy.Rows[(int)(-1 - execution)].Cause);

    /// <summary>Everything a statistics holds.</summary>
    public static string TextOf(ExecutionStatistics statistics) => string.Create(
        CultureInfo.InvariantCulture,
        $"{statistics.Successes} {statistics.Microseconds} {statistics.SquareMicroseconds} [{string.Join(' ', statistics.Sketch.Bins)}] [{string.Join(' ', statistics.Stopped.Bins)}] [{string.Join(' ', statistics.Repeated.Bins)}] [{string.Join(' ', statistics.RepeatedStopped.Bins)}] {statistics.Adaptive} [{string.Join(' ', statistics.Causes)}] {statistics.Tasks?.All} [{string.Join(' ', statistics.Tasks?.ByCause ?? TaskCounts.None.ByCause)}]");
}
