using AzurePerf.Core.Tasks;
using AzurePerf.Worker.Heartbeats;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Heartbeats;

public sealed class StageTalliesTests
{
    private static readonly TaskKey Key = new("aaaaaaaaaaaaaaaaaaaa", StageKind.Bag, 7);
    private readonly StageTallies _tallies = new();

    [Fact]
    public void Executions_are_counted_by_stage_and_failed_ones_by_cause()
    {
        _tallies.Add(Key, null, dead: false, TimeSpan.FromSeconds(2));
        _tallies.Add(Key with { Number = 8 }, null, dead: false, TimeSpan.FromSeconds(3));
        _tallies.Add(Key, FailureCause.ServerBusy, dead: false, TimeSpan.FromSeconds(60));
        _tallies.Add(Key, FailureCause.UserCodeError, dead: true, TimeSpan.FromSeconds(60));
        _tallies.Add(Key with { Stage = StageId.Bag(1) }, null, dead: false, TimeSpan.FromSeconds(1));

        Assert.Equal([(10, 2, 2, 5.0, 1), (11, 1, 0, 1.0, 0)], _tallies.Current.Select(tally => (tally.Stage, tally.Done, tally.Failed, tally.Seconds, tally.Dead)));
        Assert.Equal([(FailureCause.ServerBusy, 1), (FailureCause.UserCodeError, 1)], _tallies.Current[0].Ends.Select(end => (end.Key, end.Value)));
    }

    [Fact]
    public void A_product_that_was_there_already_is_neither_a_failure_nor_a_duration()
    {
        _tallies.Add(Key, null, dead: false, TimeSpan.FromSeconds(2));
        _tallies.Add(Key, FailureCause.AlreadyExists, dead: false, TimeSpan.FromSeconds(60));

        var tally = Assert.Single(_tallies.Current);
        Assert.Equal((1, 1, 0, 0, 2.0), (tally.Done, tally.Reused, tally.Failed, tally.Dead, tally.Seconds));
        Assert.Empty(tally.Ends);
    }

    [Fact]
    public void Only_the_stages_worked_on_last_are_kept_because_a_heartbeat_must_stay_small()
    {
        for (var bag = 0; bag < 17; bag++)
        {
            _tallies.Add(Key with { Stage = StageId.Bag(bag) }, null, dead: false, TimeSpan.Zero);
            _tallies.Add(Key, null, dead: false, TimeSpan.Zero);
        }

        Assert.Equal(16, _tallies.Current.Count);
        Assert.DoesNotContain(_tallies.Current, tally => tally.Stage == StageId.Bag(1).Number);
        Assert.Contains(_tallies.Current, tally => tally.Stage == Key.Stage.Number && tally.Done == 18);
    }
}
