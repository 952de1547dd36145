using AzurePerf.Core.Gangs;
using Xunit;
using static AzurePerf.UnitTests.Gangs.SampleGang;

namespace AzurePerf.UnitTests.Gangs;

public sealed class BarrierDecisionsTests
{
    private const long Now = 5_000_000_000;

    [Fact]
    public void Nobody_warms_up_before_all_are_set_up()
    {
        var waiting = Decide(State, Prepared(6), Prepared(6), Prepared(8));
        var complete = Decide(State, Prepared(6), Prepared(8), Prepared(7), Prepared(6));

        Assert.Equal("waits for 1 members to set up: tasks 7", Assert.IsType<BarrierDecision.Wait>(waiting).Reason);
        Assert.Equal(["endpoint6", "endpoint7", "endpoint8"], Assert.IsType<BarrierDecision.WarmUp>(complete).Endpoints);
    }

    [Fact]
    public void A_start_is_agreed_when_all_are_warm_with_an_instant_for_each_on_its_own_clock()
    {
        var waiting = Decide(State, Warm(6), Warm(6), Prepared(7), Warm(8));
        var go = Assert.IsType<BarrierDecision.Agree>(Decide(State, Warm(7), Warm(8), Warm(7), Warm(6))).Proposed;

        Assert.Equal("waits for 1 members to warm up: tasks 7", Assert.IsType<BarrierDecision.Wait>(waiting).Reason);
        Assert.Equal((Clock, Now + 2_000_000_000, "b1"), (go.Clock, go.AtNanoseconds, go.Build));
        Assert.Equal([(6, 2, "worker6"), (7, 2, "worker7"), (8, 2, "worker8")], go.Members.Select(member => (member.Task, member.Attempt, member.WorkerId)));
        Assert.All(go.Members, member => Assert.Equal(go.AtNanoseconds, member.StartNanoseconds + member.OffsetNanoseconds));
        Assert.True(go.AtNanoseconds - Now >= 2_000_000_000);
    }

    [Fact]
    public void A_stored_start_is_told_to_exactly_those_whom_it_lists()
    {
        var started = State with { Go = Go() };

        Assert.Equal(started.Go.Members[1], Assert.IsType<BarrierDecision.Go>(Decide(started, Warm(7), Warm(7))).Member);
        Assert.Equal("the gang started without this execution of task 7", Reason(Decide(started, Warm(7) with { WorkerId = "late" }, Warm(7))));
        Assert.Equal("the gang started without this execution of task 8", Reason(Decide(State with { Go = Go(tasks: 2) }, Warm(8), Warm(8))));
    }

    [Fact]
    public void A_start_on_the_clock_of_the_TaskManager_before_is_not_kept_by_a_member_that_knows_the_next_one_s_clock()
    {
        var started = State with { Go = Go() with { Clock = "former" } };
        var before = Warm(7) with { Clock = Warm(7).Clock! with { Clock = "former" } };

        Assert.Equal("the start was agreed on the clock of another TaskManager; the point is repeated", Reason(Decide(started, Warm(7), Warm(7))));
        Assert.Equal(started.Go.Members[1], Assert.IsType<BarrierDecision.Go>(Decide(started, before, before)).Member);
    }

    [Fact]
    public void A_member_whose_clock_exchange_was_with_another_barrier_repeats_it()
    {
        var stale = Warm(7) with { Clock = Warm(7).Clock! with { Clock = "former" } };

        Assert.IsType<BarrierDecision.ExchangeClocks>(Decide(State, stale, Warm(6), stale, Warm(8)));
        Assert.IsType<BarrierDecision.Wait>(Decide(State, Warm(6), Warm(6), stale, Warm(8)));
    }

    [Fact]
    public void A_member_that_fell_silent_is_not_started()
    {
        BarrierPresence[] present = [new(Warm(6), TimeSpan.Zero), new(Warm(7), TimeSpan.FromSeconds(16)), new(Warm(8), TimeSpan.FromSeconds(14))];

        Assert.IsType<BarrierDecision.Wait>(BarrierDecisions.Decide(State, Warm(6), present, Clock, Now));
    }

    [Fact]
    public void Whoever_does_not_belong_to_the_gang_leaves_and_is_told_why()
    {
        Assert.Equal("there is no gang for this point", Reason(Decide(null, Warm(6))));
        Assert.Equal("task 9 is not one of the gang's 3 from 6 on", Reason(Decide(State, Warm(9))));
        Assert.Equal("task 5 is not one of the gang's 3 from 6 on", Reason(Decide(State, Warm(5))));
        Assert.Equal("the gang is at attempt 2, not 1", Reason(Decide(State, Warm(6) with { Attempt = 1 })));
        Assert.Equal("the gang is at attempt 2, not 3", Reason(Decide(State, Warm(6) with { Attempt = 3 })));
        Assert.Equal("another execution of task 6 is at the barrier", Reason(Decide(State, Warm(6) with { WorkerId = "other" }, Warm(6))));
    }

    [Fact]
    public void Members_of_different_builds_never_start_together()
    {
        var other = Member(7, BarrierPhase.Warm, build: "b2");
        BarrierArrival[] mixed = [Warm(6), other, Warm(8)];

        Assert.Equal("build b2 cannot measure together with build b1", Reason(Decide(State, other, mixed)));
        Assert.IsType<BarrierDecision.Wait>(Decide(State, Warm(6), mixed));
        Assert.Equal("build b1 cannot measure together with build b2", Reason(Decide(State with { Build = "b2" }, Warm(6), mixed)));
    }

    [Fact]
    public void Only_the_first_member_and_who_asks_for_it_wait_until_all_have_ended()
    {
        var started = State with { Go = Go() };

        Assert.IsType<BarrierDecision.Over>(Decide(started, Ended(8), Ended(8)));
        Assert.Equal("waits for 1 members to end: tasks 7", Assert.IsType<BarrierDecision.Wait>(Decide(started, Ended(6), Ended(8), Ended(6), Warm(7))).Reason);
        Assert.Equal("waits for 1 members to end: tasks 7", Assert.IsType<BarrierDecision.Wait>(Decide(started, Ended(8) with { Waits = true }, Ended(8), Ended(6), Warm(7))).Reason);
        Assert.IsType<BarrierDecision.Over>(Decide(started, Ended(6), Ended(8), Ended(6), Ended(7)));
        Assert.IsType<BarrierDecision.Over>(Decide(started, Ended(8) with { Waits = true }, Ended(8), Ended(6), Ended(7)));
    }

    private static BarrierDecision Decide(GangState? gang, BarrierArrival asking, params BarrierArrival[] present) =>
        BarrierDecisions.Decide(gang, asking, [.. present.Select(arrival => new BarrierPresence(arrival, TimeSpan.Zero))], Clock, Now);

    private static BarrierArrival Prepared(int task) => Member(task, BarrierPhase.Prepared);

    private static BarrierArrival Warm(int task) => Member(task, BarrierPhase.Warm);

    private static BarrierArrival Ended(int task) => Member(task, BarrierPhase.Ended);

    private static string Reason(BarrierDecision decision) => Assert.IsType<BarrierDecision.Leave>(decision).Reason;
}
