using System.Globalization;
using AzurePerf.Core.Kinds;
using AzurePerf.Core.Tasks;
using CsCheck;

namespace AzurePerf.UnitTests.Kinds;

/// <summary>Executions and their tallies.</summary>
internal static class SampleTallies
{
    /// <summary>Lists of executions: the microseconds of a success, or a negative number that stands for a cause.</summary>
    public static Gen<long[]> Executions { get; } = Gen.OneOf(
        Gen.Select(Gen.Int[0, int.MaxValue], Gen.Int[0, 30], (number, bits) => ((long)number << bits) % 6_000_000_000_000),
        Gen.Int[0, FailureTaxonomy.Rows.Count - 1].Select(index => -1L - index)).Array[0, 100];

    /// <summary>So many successes of the same duration.</summary>
    public static KindTally Of(int count, double seconds) =>
        Enumerable.Repeat(KindTally.OfSuccess(TimeSpan.FromSeconds(seconds)), count).Aggregate(KindTally.Empty, (sum, next) => sum.Plus(next));

    /// <summary>So many executions of a cause.</summary>
    public static KindTally Ends(FailureCause cause, int count) => KindTally.Empty.Plus(new() { Causes = KindTally.OfEnd(cause).Causes.SetItem(cause, count) });

    public static KindTally Of(IEnumerable<long> executions) => executions.Aggregate(KindTally.Empty, (sum, execution) => sum.Plus(Of(execution)));

    public static KindTally Of(long execution) => execution >= 0
        ? KindTally.OfSuccess(TimeSpan.FromMicroseconds(execution))
        : KindTally.OfEnd(FailureTaxonomy.Rows[(int)(-1 - execution)].Cause);

    /// <summary>Everything a tally holds.</summary>
    public static string TextOf(KindTally tally) => string.Create(
        CultureInfo.InvariantCulture,
        $"{tally.Successes} {tally.Microseconds} {tally.SquareMicroseconds} [{string.Join(' ', tally.Sketch.Bins)}] [{string.Join(' ', tally.Causes)}]");
}
