using AzurePerf.Simulation.Faults;
using Xunit;

namespace AzurePerf.Simulation;

/// <summary>What happens to several tasks in one transaction, in worlds that have little else: elsewhere it is too seldom for each fault to strike each arrow.</summary>
public sealed class BundleSeedTests(ITestOutputHelper output)
{
    /// <summary>Far more than are needed to see every cell.</summary>
    private const int MostSeeds = 500;

    /// <summary>Seeds of every change beside those that cover the cells.</summary>
    private const int MoreSeeds = 10;

    /// <summary>Few seeds that covered all cells at the last count. They run first; where they no longer do, others follow until all are seen.</summary>
    private static readonly int[] CoveringSeeds = [51, 55, 75, 82, 91, 94, 101];

    /// <summary>The fates of a request.</summary>
    private static readonly FaultKind[] FaultsOfRequests =
    [
        FaultKind.CrashBefore, FaultKind.CrashAfter, FaultKind.AnswerLost, FaultKind.SentTwice, FaultKind.Refused, FaultKind.LandsLate, FaultKind.Paused,
    ];

    private static readonly (string Arrow, FaultKind Fault)[] Cells =
    [
        .. SeedTests.BundleArrows.SelectMany(arrow => FaultsOfRequests.Select(fault => (arrow, fault))),

        // The TaskManager gives back what a lost worker held.
        ("bundle: Running > Ready", FaultKind.SecondTaskManager),
    ];

    [Fact]
    public void Every_fault_strikes_each_arrow_of_tasks_that_share_a_message_and_every_rule_holds()
    {
        var least = Night.Size(CoveringSeeds.Length + MoreSeeds, atNight: MostSeeds);
        var survey = SeedSurvey.Run(
            CoveringSeeds.Union(Enumerable.Range(1, MostSeeds)), Environment.ProcessorCount, enough: so => so.Broken.Count > 0 || (so.Seeds >= least && !MissingIn(so.Matrix).Any() && !UnseenIn(so.Matrix).Any()), world: World.Bundles);

        output.WriteLine($"{survey.Seeds} seeds\n{survey.Matrix}");
        SeedTests.Check(survey);
        Assert.Empty(MissingIn(survey.Matrix));
        Assert.Empty(UnseenIn(survey.Matrix));
    }

    private static IEnumerable<string> UnseenIn(ArrowMatrix matrix) => new[] { SeedTests.PlannedWithTasks, SeedTests.PlannedEmpty }.Except(matrix.Arrows);

    private static IEnumerable<(string Arrow, FaultKind Fault)> MissingIn(ArrowMatrix matrix) => Cells.Except(matrix.Cells.Keys);
}
