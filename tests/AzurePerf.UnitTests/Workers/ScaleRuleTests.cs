using AzurePerf.Core.Workers;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class ScaleRuleTests
{
    private static readonly TimeSpan Cooldown = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);

    [Theory]
    [InlineData(0, 0, 4, 1, 0)]
    [InlineData(0, 2, 4, 1, 2)]
    [InlineData(3, 0, 4, 1, 3)]
    [InlineData(9, 0, 4, 1, 4)]
    [InlineData(1, 0, 4, 8, 1)]
    [InlineData(8, 0, 4, 8, 1)]
    [InlineData(9, 0, 4, 8, 2)]
    [InlineData(int.MaxValue, 0, 64, 64, 64)]
    public void There_are_as_many_workers_as_have_slots_for_all_messages_within_limits(int messages, int min, int max, int slots, int workers) =>
        Assert.Equal(workers, new ScaleLimits(min, max, slots).WorkersFor(messages));

    [Fact]
    public void Missing_workers_are_started_at_the_first_look_that_misses_them()
    {
        var rule = Rule(0, 4, slots: 1);

        Assert.Equal((3, 0), Counts(rule.Decide(3, [], TimeSpan.Zero)));
        Assert.Equal((1, 0), Counts(rule.Decide(9, Idle(3), Interval)));
        Assert.Equal((0, 0), Counts(rule.Decide(9, Idle(4), 2 * Interval)));
    }

    [Fact]
    public void The_least_number_runs_without_any_message() => Assert.Equal((2, 0), Counts(Rule(2, 4, slots: 1).Decide(0, [], TimeSpan.Zero)));

    [Fact]
    public void What_runs_at_the_first_look_is_kept_for_a_cooldown()
    {
        var rule = Rule(0, 4, slots: 1);

        Assert.Empty(rule.Decide(0, Idle(3), TimeSpan.Zero).Stop);
        Assert.Empty(rule.Decide(0, Idle(3), Cooldown - Interval).Stop);
        Assert.Equal(3, rule.Decide(0, Idle(3), Cooldown).Stop.Count);
    }

    [Fact]
    public void A_burst_within_the_cooldown_begins_it_anew()
    {
        var rule = Rule(0, 4, slots: 1);
        rule.Decide(0, Idle(4), TimeSpan.Zero);
        rule.Decide(2, Idle(4), Cooldown / 2);
        rule.Decide(0, Idle(4), (Cooldown / 2) + Interval);

        Assert.Equal(["w3", "w2"], rule.Decide(0, Idle(4), Cooldown).Stop);
        Assert.Empty(rule.Decide(0, Idle(2), Cooldown + Interval).Stop);
        Assert.Equal(["w1", "w0"], rule.Decide(0, Idle(2), (Cooldown * 3 / 2) + Interval).Stop);
    }

    [Fact]
    public void A_number_that_was_wanted_last_before_a_long_gap_still_counts_for_a_cooldown_after_it()
    {
        var rule = Rule(0, 4, slots: 1);
        rule.Decide(4, Idle(4), TimeSpan.Zero);

        Assert.Empty(rule.Decide(0, Idle(4), TimeSpan.FromHours(1)).Stop);
        Assert.Equal(4, rule.Decide(0, Idle(4), TimeSpan.FromHours(1) + Cooldown).Stop.Count);
    }

    [Fact]
    public void Without_a_cooldown_idle_workers_go_at_once() =>
        Assert.Equal(["w2", "w1", "w0"], new ScaleRule(new(0, 4, 1), TimeSpan.Zero).Decide(0, Idle(3), TimeSpan.Zero).Stop);

    [Fact]
    public void Only_idle_workers_are_stopped_the_newest_first()
    {
        var rule = new ScaleRule(new(0, 8, 1), TimeSpan.Zero);
        ScaledWorker[] workers = [new("a", 0), new("b", 1), new("c", 0), new("d", 1), new("e", 0)];

        Assert.Equal(["e", "c", "a"], rule.Decide(2, workers, TimeSpan.Zero).Stop);
        Assert.Equal(["e"], new ScaleRule(new(4, 8, 1), TimeSpan.Zero).Decide(2, workers, TimeSpan.Zero).Stop);
    }

    [Fact]
    public void A_worker_that_has_not_said_anything_yet_is_not_stopped()
    {
        var rule = new ScaleRule(new(0, 4, 1), TimeSpan.Zero);

        Assert.Equal(["old"], rule.Decide(0, [new("old", 0), new("starting", null)], TimeSpan.Zero).Stop);
    }

    [Fact]
    public void Nobody_is_stopped_while_a_message_may_belong_to_a_task_that_has_just_begun()
    {
        var rule = new ScaleRule(new(0, 4, 1), TimeSpan.Zero);

        Assert.Empty(rule.Decide(1, Idle(3), TimeSpan.Zero).Stop);
        Assert.Equal(["w2", "w1"], rule.Decide(1, [new("w0", 1), new("w1", 0), new("w2", 0)], Interval).Stop);
    }

    [Fact]
    public void Whatever_happens_the_limits_hold_busy_workers_live_and_enough_are_started()
    {
        var look =
            Gen.Select(Gen.Int[0, 40], Gen.Int[-1, 8].Array[0, 100], Gen.Int[0, 90], (messages, running, seconds) => (Messages: messages, Running: running, SecondsLater: seconds));
        var looks =
            Gen.Select(Gen.Int[0, 5], Gen.Int[1, 8], Gen.Int[1, 8], look.Array[0, 100], (min, more, slots, list) => (Limits: new ScaleLimits(min, min + more, slots), Looks: list));

        SeededProperty.Holds(looks, value => HoldsFor(value.Limits, value.Looks), cases: 500);
    }

    private static bool HoldsFor(ScaleLimits limits, (int Messages, int[] Running, int SecondsLater)[] looks)
    {
        var rule = new ScaleRule(limits, Cooldown);
        var now = TimeSpan.Zero;
        foreach (var look in looks)
        {
            now += TimeSpan.FromSeconds(look.SecondsLater);
            ScaledWorker[] workers = [.. look.Running.Select((tasks, number) => new ScaledWorker($"w{number}", tasks < 0 ? null : tasks))];
            var decision = rule.Decide(look.Messages, workers, now);
            var left = workers.Length + decision.Start - decision.Stop.Count;
            var stopped = workers.Where(worker => decision.Stop.Contains(worker.Name)).ToArray();
            if ((decision.Start > 0 && left != limits.WorkersFor(look.Messages))
                || (decision.Stop.Count > 0 && left < limits.WorkersFor(look.Messages))
                || left < Math.Min(limits.Min, workers.Length)
                || (workers.Length <= limits.Max && left > limits.Max)
                || left < Math.Min(limits.Max, (look.Messages + limits.Slots - 1) / limits.Slots)
                || stopped.Length != decision.Stop.Count
                || stopped.Any(worker => worker.RunningTasks != 0))
            {
                return false;
            }
        }

        return true;
    }

    [Fact]
    public void When_messages_end_the_pool_comes_to_rest_at_its_least_within_a_cooldown_and_two_looks()
    {
        var loads =
            Gen.Select(Gen.Int[0, 3], Gen.Int[1, 8], Gen.Int[0, 60].Array[1, 100], (min, slots, counts) => (Limits: new ScaleLimits(min, min + 5, slots), Counts: counts));

        SeededProperty.Holds(loads, value =>
        {
            var pool = new SimulatedPool(value.Limits);
            foreach (var messages in value.Counts)
            {
                pool.Look(messages);
            }

            for (var looks = 0; looks < (Cooldown / Interval) + 2; looks++)
            {
                pool.Look(0);
            }

            return pool.Workers == value.Limits.Min;
        });
    }

    private static ScaleRule Rule(int min, int max, int slots) => new(new(min, max, slots), Cooldown);

    private static ScaledWorker[] Idle(int count) => [.. Enumerable.Range(0, count).Select(number => new ScaledWorker($"w{number}", 0))];

    private static (int Started, int Stopped) Counts(ScaleDecision decision) => (decision.Start, decision.Stop.Count);

    /// <summary>Obeys the rule at once; its workers execute nothing.</summary>
    private sealed class SimulatedPool(ScaleLimits limits)
    {
        private readonly ScaleRule _rule = new(limits, Cooldown);
        private TimeSpan _now;

        public int Workers { get; private set; }

        public void Look(int messages)
        {
            _now += Interval;
            var decision = _rule.Decide(messages, Idle(Workers), _now);
            Workers += decision.Start - decision.Stop.Count;
        }
    }
}
