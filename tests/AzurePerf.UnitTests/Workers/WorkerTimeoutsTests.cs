using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Statistics;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class WorkerTimeoutsTests(ITestOutputHelper output)
{
    private const double WorstDay = 0.16;
    private static readonly int Workers = Trials.Count(usually: 100, atNight: 400);

    [Fact]
    public void On_one_slot_two_kills_in_a_row_say_that_the_worker_is_slow_and_nothing_else_does() => SeededProperty.Holds(
        Gen.Select(Gen.Enum<SpeedSign>(), Gen.Int[1, 5], Gen.Int[0, 2]).Array[1, 12],
        ends =>
        {
            var (rule, now) = (WorkerTimeouts.None(1), 0);
            var said = ends.Select(end =>
            {
                var began = now + end.Item3;
                now = began + end.Item2;
                return (rule = rule.Plus(Ended(end.Item1, began, now))).Reason is not null;
            }).ToArray();
            var inARow = ends.Select((end, index) => index > 0 && end.Item1 == SpeedSign.TooSlow && ends[index - 1].Item1 == SpeedSign.TooSlow);
            return said.SequenceEqual(inARow);
        },
        cases: 500);

    [Theory]
    [InlineData(1, 2)]
    [InlineData(2, 1)]
    [InlineData(3, 1)]
    [InlineData(8, 1)]
    [InlineData(64, 1)]
    public void A_worker_whose_every_slot_is_killed_is_slow_as_soon_as_by_two_kills_in_a_row(int slots, int rounds)
    {
        var rule = WorkerTimeouts.None(slots);
        for (var kill = 0; kill < slots * rounds; kill++)
        {
            rule = rule.Plus(Ended(SpeedSign.TooSlow, 4 * (kill / slots), 4 * ((kill / slots) + 1)));
        }

        Assert.NotNull(rule.Reason);
    }

    [Theory]
    [InlineData(8, 48, 0.005)]
    [InlineData(8, 1_000, 0.005)]
    [InlineData(4, 48, 0.1)]
    [InlineData(4, 1_000, 0.1)]
    [InlineData(16, 48, 0.005)]
    [InlineData(64, 1_000, 0.005)]
    public void A_worker_of_several_slots_on_which_one_execution_in_six_is_slow_by_chance_stays(int slots, int tasks, double most)
    {
        var bags = 2_000 / tasks;
        var reasons = Enumerable.Range(1, Workers).Select(trial => SlotsByChance.SlowAfter(Trials.RandomOf(trial), slots, WorstDay, bags, tasks)?.Reason).ToArray();
        var nextToOthers = Share(reason => reason.Contains("hardly any other", StringComparison.Ordinal));
        var withNothingElse = Share(reason => reason.Contains("one after the other", StringComparison.Ordinal));
        output.WriteLine(FormattableString.Invariant(
            $"{slots} slots, {bags} bags of {tasks}: {nextToOthers:0.0000} are replaced next to others, {withNothingElse:0.0000} at the end of a bag"));

        Assert.InRange(nextToOthers, 0, Trials.Most(most, Workers));
        Assert.InRange(withNothingElse / bags, 0, WorstDay * WorstDay);

        double Share(Func<string, bool> isOf) => reasons.Count(reason => reason is not null && isOf(reason)) / (double)reasons.Length;
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(16)]
    [InlineData(64)]
    public void A_slow_worker_that_brings_a_result_now_and_then_is_replaced_soon(int slots)
    {
        var times = Enumerable.Range(1, Workers).Select(trial => SlotsByChance.SlowAfter(Trials.RandomOf(trial), slots, 0.9, 100, 1_000)!.Value.Time).ToArray();
        output.WriteLine(FormattableString.Invariant($"{slots} slots: after {times.Average() / 4:0.00} limits on average, {times.Max() / 4:0.00} at most"));

        Assert.InRange(times.Average() / 4, 1, 3);
    }

    [Theory]
    [InlineData(8, 1)]
    [InlineData(8, 6)]
    [InlineData(64, 3)]
    public void A_worker_of_several_slots_that_is_slow_itself_leaves_before_one_of_few_open_tasks_is_given_up(int slots, int open)
    {
        var rule = WorkerTimeouts.None(slots);
        for (var kill = 0; kill < open; kill++)
        {
            rule = rule.Plus(Ended(SpeedSign.TooSlow, 0, 4));
            Assert.Null(rule.Reason);
        }

        Assert.Equal(
            "two executions one after the other were killed because they ran over their time limits, and none brought a result meanwhile",
            rule.Plus(Ended(SpeedSign.TooSlow, 4, 8)).Reason);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(7)]
    public void One_result_since_the_first_of_two_kills_began_speaks_for_the_worker(int ended)
    {
        EndedExecution[] ends = [Ended(SpeedSign.TooSlow, 0, 4), Ended(SpeedSign.TooSlow, 4, 8)];
        var result = Ended(SpeedSign.InTime, 0, ended);

        Assert.Null(ends.Append(result).OrderBy(end => end.Ended).Aggregate(WorkerTimeouts.None(8), (rule, end) => rule.Plus(end)).Reason);
    }

    [Fact]
    public void Results_in_the_same_time_speak_for_a_worker_and_earlier_ones_do_not()
    {
        Assert.NotNull(Rule(results: 4, at: 3).Reason);
        Assert.Null(Rule(results: 5, at: 3).Reason);
        Assert.NotNull(Rule(results: 5, at: 0).Reason);

        static WorkerTimeouts Rule(int results, int at) => Enumerable.Repeat(Ended(SpeedSign.InTime, -1, at), results)
            .Concat(Enumerable.Repeat(Ended(SpeedSign.TooSlow, 0, 4), 8))
            .Aggregate(WorkerTimeouts.None(8), (rule, end) => rule.Plus(end));
    }

    [Theory]
    [InlineData(8, 3, 1, true)]
    [InlineData(16, 3, 1, true)]
    [InlineData(64, 3, 1, true)]
    [InlineData(8, 1, 5, false)]
    [InlineData(16, 1, 5, false)]
    [InlineData(64, 1, 5, false)]
    public void A_worker_of_many_slots_is_slow_when_three_of_four_executions_are_killed_and_not_when_one_of_six_is(int slots, int killed, int inTime, bool isSlow)
    {
        SpeedSign[] round = [.. Enumerable.Repeat(SpeedSign.TooSlow, killed), .. Enumerable.Repeat(SpeedSign.InTime, inTime)];

        var rule = Enumerable.Range(0, 40 * slots)
            .Aggregate(WorkerTimeouts.None(slots), (before, number) => before.Plus(Ended(round[number % round.Length], number, number + 1)));

        Assert.Equal(isSlow, rule.Reason is not null);
    }

    [Fact]
    public void What_is_no_result_of_a_worker_of_several_slots_says_nothing()
    {
        var rule = WorkerTimeouts.None(8);
        foreach (var kill in Enumerable.Range(0, 8))
        {
            Assert.Null(rule.Reason);
            rule = rule.Plus(Ended(SpeedSign.None, kill, kill)).Plus(Ended(SpeedSign.None, kill, kill)).Plus(Ended(SpeedSign.TooSlow, 0, 4));
        }

        Assert.Equal("8 executions were killed because they ran over their time limits, and hardly any other brought a result meanwhile", rule.Reason);
    }

    [Fact]
    public void A_worker_has_a_slot() => Assert.Throws<ArgumentOutOfRangeException>(() => WorkerTimeouts.None(0));

    private static EndedExecution Ended(SpeedSign sign, int began, int ended) => new(TimeSpan.FromMinutes(began), TimeSpan.FromMinutes(ended), sign);
}
