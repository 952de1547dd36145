using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Sabotages;
using Xunit;

namespace AzurePerf.Simulation;

/// <summary>Each way in which the engine could be wrong is noticed, and by the rule that is meant to.</summary>
public sealed class SabotageTests(ITestOutputHelper output)
{
    private const int MostSeeds = 2_500;

    /// <summary>Where to begin, so that no seed is run in vain; every other one is noticed by the first few.</summary>
    private static readonly Dictionary<string, int> FirstSeeds = new()
    {
        [nameof(WaitingRunsAwake)] = 14,
        [nameof(BundleReturnedInPart)] = 29,
        [nameof(DeleteDuplicatesWhileRunning)] = 4,
        [nameof(BundleClaimedWithoutItsFence)] = 39,
        [nameof(BundleStoredInPart)] = 6,
        [nameof(BarrierAnsweredByNonLeader)] = 356,
        [nameof(BundleChargedAsLost)] = 48,
        [nameof(BundleCommittedWithoutItsFence)] = 445,
        [nameof(EndNotLookedUp)] = 1_766,
        [nameof(FiringForgotten)] = 45,
        [nameof(FreshBatchNames)] = 357,
        [nameof(NextMonthForgotten)] = 1_291,
        [nameof(NoncePerProcess)] = 29,
        [nameof(ReuseCountedAsSuccess)] = 45,
        [nameof(MessagesNotRenewed)] = 31,
        [nameof(NeverOverdue)] = 17,
        [nameof(WorkersReadBeforeRows)] = 7,
        [nameof(HeaderBeforeRows)] = 7,
        [nameof(CommitWithoutIfMatch)] = 9,
        [nameof(WaitCountedAsTime)] = 2,
        [nameof(CountersTrusted)] = 3,
        [nameof(LastBlockForgotten)] = 2,
        [nameof(OverlapNotAsked)] = 6,
        [nameof(PlanOverAnother)] = 787,
        [nameof(PlanReadBeforeItsManifest)] = 153,
        [nameof(OrphansByListOnly)] = 963,
        [nameof(RefusalAsOutage)] = 183,
        [nameof(RenewalAfterFence)] = 84,
        [nameof(RetentionOfAnOpenRun)] = 183,
        [nameof(StoppedCountedAsSuccess)] = 6,
        [nameof(StoppedForgotten)] = 6,
        [nameof(StoppedTimeAmongDurations)] = 17,
        [nameof(WallClockIgnored)] = 433,
        [nameof(PlanBeforeItsOrders)] = 2,
    };

    private static readonly Dictionary<string, (Func<Sabotage> Make, string[] Rules)> All = new()
    {
        [nameof(CommitWithoutIfMatch)] = (() => new CommitWithoutIfMatch(), ["TaskLifeRule"]),
        [nameof(BundleChargedAsLost)] = (() => new BundleChargedAsLost(), ["BundleRule"]),
        [nameof(BundleDeletedAtFirstCommit)] = (() => new BundleDeletedAtFirstCommit(), ["MessageRule"]),
        [nameof(NonceOfTheFirst)] = (() => new NonceOfTheFirst(), ["BundleRule"]),
        [nameof(TimeSinceTheClaim)] = (() => new TimeSinceTheClaim(), ["BundleRule"]),
        [nameof(BundleCommittedWithoutItsFence)] = (() => new BundleCommittedWithoutItsFence(), ["TaskLifeRule"]),
        [nameof(BundleClaimedWithoutItsFence)] = (() => new BundleClaimedWithoutItsFence(), ["TaskLifeRule"]),
        [nameof(BundleStoredInPart)] = (() => new BundleStoredInPart(), ["MessageRule"]),
        [nameof(BundleReturnedInPart)] = (() => new BundleReturnedInPart(), ["MessageRule"]),
        [nameof(BundleReturnedAtItsAttempt)] = (() => new BundleReturnedAtItsAttempt(), ["TaskLifeRule"]),
        [nameof(WaitingTaskTimedOut)] = (() => new WaitingTaskTimedOut(), ["BundleRule"]),
        [nameof(StoppedCountedAsSuccess)] = (() => new StoppedCountedAsSuccess(), ["ExecutionStatisticsRule"]),
        [nameof(StoppedTimeAmongDurations)] = (() => new StoppedTimeAmongDurations(), ["ExecutionStatisticsRule", "StatisticsBatchRule"]),
        [nameof(WaitCountedAsTime)] = (() => new WaitCountedAsTime(), ["TimeOutRule"]),
        [nameof(ReuseCountedAsSuccess)] = (() => new ReuseCountedAsSuccess(), ["ExecutionStatisticsRule"]),
        [nameof(TasksCountedByExecutions)] = (() => new TasksCountedByExecutions(), ["ExecutionStatisticsRule"]),
        [nameof(CauseCountedTwice)] = (() => new CauseCountedTwice(), ["ExecutionStatisticsRule"]),
        [nameof(StoppedForgotten)] = (() => new StoppedForgotten(), ["StatisticsBatchRule", "ExecutionStatisticsRule"]),
        [nameof(LastBlockForgotten)] = (() => new LastBlockForgotten(), ["PlanRule"]),
        [nameof(PlanReadBeforeItsManifest)] = (() => new PlanReadBeforeItsManifest(), ["PlanRule"]),
        [nameof(CursorAdvancedBeforeItsRows)] = (() => new CursorAdvancedBeforeItsRows(), ["DispatchRule"]),
        [nameof(WaitingTaskCharged)] = (() => new WaitingTaskCharged(), ["BundleRule"]),
        [nameof(DeleteAtClaim)] = (() => new DeleteAtClaim(), ["MessageRule"]),
        [nameof(DeleteDuplicatesWhileRunning)] = (() => new DeleteDuplicatesWhileRunning(), ["MessageRule"]),
        [nameof(OneBlobPerRun)] = (() => new OneBlobPerRun(), ["BlobRule"]),
        [nameof(CursorBeforePuts)] = (() => new CursorBeforePuts(), ["DispatchRule"]),
        [nameof(HeaderBeforeRows)] = (() => new HeaderBeforeRows(), ["RunEndRule"]),
        [nameof(KeysAfterHeader)] = (() => new KeysAfterHeader(), ["RunEndRule"]),
        [nameof(NoncePerProcess)] = (() => new NoncePerProcess(), ["AttemptRule"]),
        [nameof(WorkersReadBeforeRows)] = (() => new WorkersReadBeforeRows(), ["DeathRule", "RepeatRule", "ExclusivityRule"]),
        [nameof(OrphansByListOnly)] = (() => new OrphansByListOnly(), ["ReachableRule"]),
        [nameof(MeasurementGivenBack)] = (() => new MeasurementGivenBack(), ["RepeatRule"]),
        [nameof(RenewalAfterFence)] = (() => new RenewalAfterFence(), ["RenewalRule"]),
        [nameof(BarrierAnsweredByNonLeader)] = (() => new BarrierAnsweredByNonLeader(), ["BarrierRule"]),
        [nameof(CountersTrusted)] = (() => new CountersTrusted(), ["RunEndRule", "CountRule"]),
        [nameof(EndNotLookedUp)] = (() => new EndNotLookedUp(), ["LeftMessageRule"]),
        [nameof(WallClockIgnored)] = (() => new WallClockIgnored(), ["ReturnRule"]),
        [nameof(MessagesNotRenewed)] = (() => new MessagesNotRenewed(), ["HeldMessageRule"]),
        [nameof(NeverOverdue)] = (() => new NeverOverdue(), ["TimeOutRule"]),
        [nameof(CursorBeforeZero)] = (() => new CursorBeforeZero(), ["QuarantineRule"]),
        [nameof(HistoryTooLong)] = (() => new HistoryTooLong(), ["QuarantineRule"]),
        [nameof(OverlapNotAsked)] = (() => new OverlapNotAsked(), ["ScheduleRule"]),
        [nameof(RefusalAsOutage)] = (() => new RefusalAsOutage(), ["Progress"]),
        [nameof(StageClosedAlone)] = (() => new StageClosedAlone(), ["StageRule"]),
        [nameof(FreshBatchNames)] = (() => new FreshBatchNames(), ["ExecutionStatisticsRule"]),
        [nameof(NextMonthForgotten)] = (() => new NextMonthForgotten(), ["Progress", "ReachableRule"]),
        [nameof(FiringForgotten)] = (() => new FiringForgotten(), ["ScheduleRule"]),
        [nameof(WaitingRunsAwake)] = (() => new WaitingRunsAwake(), ["LookRule"]),
        [nameof(RetentionOfAnOpenRun)] = (() => new RetentionOfAnOpenRun(), ["TaskLifeRule"]),
        [nameof(PlanBeforeItsOrders)] = (() => new PlanBeforeItsOrders(), ["PlanRule"]),
        [nameof(PlanOverAnother)] = (() => new PlanOverAnother(), ["PlanRule"]),
        [nameof(ProductOverlooked)] = (() => new ProductOverlooked(), ["PlanRule", "CountRule"]),
    };

    /// <summary>What only a wide world can show.</summary>
    private static readonly HashSet<string> Wide = [nameof(RetentionOfAnOpenRun), nameof(OverlapNotAsked), nameof(RefusalAsOutage), nameof(WaitingRunsAwake), nameof(FiringForgotten)];

    /// <summary>What only a world with a pipeline can show.</summary>
    private static readonly HashSet<string> Pipelines = [nameof(PlanBeforeItsOrders), nameof(PlanOverAnother), nameof(ProductOverlooked), nameof(LastBlockForgotten), nameof(PlanReadBeforeItsManifest)];

    /// <summary>What takes so long to show that it is of the night; by day another one breaks the same rule.</summary>
    private static readonly string[] OfTheNight = [nameof(FiringForgotten), nameof(PlanOverAnother)];

    public static TheoryData<string> Names => Night.Cases([.. All.Keys.Except(OfTheNight)], OfTheNight);

    [Theory]
    [MemberData(nameof(Names))]
    public void It_is_noticed(string sabotage)
    {
        var first = FirstSeeds.GetValueOrDefault(sabotage, 1);
        var rules = All[sabotage].Rules;
        var survey = Survey(sabotage, first, first + MostSeeds - 1);

        output.WriteLine($"noticed at the seeds {string.Join(", ", survey.Broken.Select(outcome => outcome.Seed))}");
        Assert.True(
            survey.Broken.Any(outcome => rules.Contains(outcome.Broken!.Rule)),
            $"{survey.Seeds} seeds did not break {string.Join(" or ", rules)} but {string.Join("; ", survey.Broken.Select(outcome => outcome.Broken!.Rule).CountBy(rule => rule))}");
    }

    /// <summary>Runs seeds until one of the rules that are meant to notice a sabotage does: the first one alone, because mostly it is enough.</summary>
    internal static SeedSurvey Survey(string sabotage, int first, int last)
    {
        var (make, rules) = All[sabotage];
        var alone = SeedSurvey.Run(first, first, threads: 1, make, world: WorldOf(sabotage));
        return IsNoticed(alone) ? alone : SeedSurvey.Run(first, last, Environment.ProcessorCount, make, IsNoticed, WorldOf(sabotage));

        bool IsNoticed(SeedSurvey so) => so.Broken.Any(outcome => rules.Contains(outcome.Broken!.Rule));
    }

    /// <summary>The seeds of a world at which a known fault would show, those of the night left out by day.</summary>
    internal static IEnumerable<int> SeedsOf(World world) => FirstSeeds.Where(first => WorldOf(first.Key) == world && (Night.IsOn || !OfTheNight.Contains(first.Key))).Select(first => first.Value);

    private static World WorldOf(string sabotage) => Wide.Contains(sabotage) ? World.Wide : Pipelines.Contains(sabotage) ? World.Pipeline : World.Small;

    [Fact]
    public void Every_sabotage_has_its_line_above() => Assert.Equal(
        typeof(Sabotage).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(Sabotage))).Select(type => type.Name).Order(),
        All.Keys.Order());
}
