using Azure;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Gangs;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Gangs;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Gangs;

public sealed class GangStartBarrierTests
{
    private static readonly TimeSpan Notice = TimeSpan.FromSeconds(3);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_member_asks_again_until_everybody_is_prepared()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = _ => new() { Kind = scene.Barrier.Arrivals.Count < 4 ? BarrierAnswerKind.Wait : BarrierAnswerKind.WarmUp };

        await scene.Rendezvous.PreparedAsync(Token);

        Assert.Equal(4, scene.Barrier.Arrivals.Count);
        Assert.All(scene.Barrier.Arrivals, arrival => Assert.Equal(
            (StartBarrierScene.Row, 2, StartBarrierScene.Owner, "host7", "b1", BarrierPhase.Prepared), (arrival.Task, arrival.Attempt, arrival.WorkerId, arrival.HostId, arrival.Build, arrival.Phase)));
    }

    [Fact]
    public async Task A_member_compares_clocks_in_31_exchanges_and_takes_the_start_that_the_row_confirms()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = _ => scene.Go(Notice);

        var start = await scene.AgreeAsync();

        var clock = Assert.Single(scene.Barrier.Arrivals).Clock!;
        Assert.Equal((31, "one", 1_000_000), (scene.Barrier.ClockReadings, clock.Clock, clock.BoundNanoseconds));
        Assert.Equal(ScriptedBarrier.Nanoseconds(ScriptedBarrier.Ahead), clock.OffsetNanoseconds);
        Assert.Equal(62_000_000 + 3_000_000_000, start);
    }

    [Fact]
    public async Task A_member_exchanges_clocks_again_when_told_to()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = arrival =>
        {
            scene.Barrier.Clock = "two";
            return arrival.Clock!.Clock == "two" ? scene.Go(Notice) : new() { Kind = BarrierAnswerKind.ExchangeClocks };
        };

        await scene.AgreeAsync();

        Assert.Equal(["one", "two"], scene.Barrier.Arrivals.Select(arrival => arrival.Clock!.Clock));
        Assert.Equal("two", scene.Rendezvous.TimingOf(0)!.Before.Clock);
    }

    [Fact]
    public async Task A_start_less_than_half_a_second_away_is_left()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = _ => scene.Go(TimeSpan.FromMilliseconds(499));

        var missed = await Assert.ThrowsAsync<MissedStartException>(() => scene.AgreeAsync());

        Assert.Equal("the start was known 499 ms before its instant, and 500 ms are needed", missed.Message);
    }

    [Fact]
    public async Task A_member_that_is_told_to_leave_says_why()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.Leave, Reason = "another build" };

        Assert.Equal("told to leave the barrier: another build", (await Assert.ThrowsAsync<MissedStartException>(() => scene.Rendezvous.PreparedAsync(Token))).Message);
    }

    [Fact]
    public async Task A_member_does_not_wait_longer_than_the_limit()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.Wait, Reason = "waits for 1 members to set up: tasks 8" };

        var missed = await Assert.ThrowsAsync<MissedStartException>(() => scene.Rendezvous.PreparedAsync(Token));

        Assert.Equal("waited 00:01:00 at the barrier: waits for 1 members to set up: tasks 8", missed.Message);
        Assert.InRange(scene.Time.Elapsed, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1.1));
    }

    [Fact]
    public async Task Who_has_nothing_to_warm_up_waits_longer_by_the_warm_up_of_the_others()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.Wait, Reason = "waits for 1 members to warm up: tasks 8" };
        scene.Rendezvous.LongerBy = TimeSpan.FromMinutes(2);

        var missed = await Assert.ThrowsAsync<MissedStartException>(() => scene.AgreeAsync());

        Assert.Equal("waited 00:03:00 at the barrier: waits for 1 members to warm up: tasks 8", missed.Message);
        Assert.InRange(scene.Time.Elapsed, TimeSpan.FromMinutes(3), TimeSpan.FromMinutes(3.1));
    }

    [Fact]
    public async Task A_member_follows_the_barrier_to_the_TaskManager_that_leads_now()
    {
        var scene = await StartBarrierScene.CreateAsync();
        var reached = new List<string>();
        scene.Barrier.Reached = place =>
        {
            reached.Add(place.Address);
            if (place.Address == "http://barrier")
            {
                scene.Change(gang => gang with { BarrierAddress = "http://successor" });
                throw new BarrierUnavailableException("nobody there");
            }
        };
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.WarmUp };

        await scene.Rendezvous.PreparedAsync(Token);

        Assert.Equal(["http://barrier", "http://successor"], reached);
    }

    [Fact]
    public async Task A_member_whose_gang_moved_on_leaves_without_asking_any_barrier()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Change(gang => gang with { Number = 3 });

        var missed = await Assert.ThrowsAsync<MissedStartException>(() => scene.Rendezvous.PreparedAsync(Token));

        Assert.Equal("the gang is at attempt 3, not 2", missed.Message);
        Assert.Empty(scene.Barrier.Arrivals);
    }

    [Fact]
    public async Task A_start_that_the_row_does_not_say_is_not_taken()
    {
        var scene = await StartBarrierScene.CreateAsync();
        scene.Barrier.Answer = _ =>
        {
            var go = scene.Go(Notice);
            return go with { StartNanoseconds = go.StartNanoseconds + 1 };
        };

        Assert.Equal("the gang's row does not say the start that the barrier told", (await Assert.ThrowsAsync<MissedStartException>(() => scene.AgreeAsync())).Message);
    }

    [Fact]
    public async Task Nobody_starts_for_a_run_that_is_being_cancelled()
    {
        var scene = await StartBarrierScene.CreateAsync();
        var run = (await scene.Runs.FindAsync(SampleGang.RunId, Token))!;
        await scene.Runs.TryReplaceAsync(run with { Status = RunStatus.Cancelling }, Token);
        scene.Barrier.Answer = _ => scene.Go(Notice);

        Assert.Equal("the run does not go on", (await Assert.ThrowsAsync<MissedStartException>(() => scene.AgreeAsync())).Message);
    }

    [Fact]
    public async Task A_stop_ends_the_waiting_at_once()
    {
        var scene = await StartBarrierScene.CreateAsync();
        using var stop = new CancellationTokenSource();
        scene.Barrier.Answer = _ =>
        {
            stop.Cancel();
            return new() { Kind = BarrierAnswerKind.Wait };
        };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => scene.Rendezvous.PreparedAsync(stop.Token));
    }

    [Fact]
    public async Task Clocks_are_compared_again_after_the_measurement_and_the_end_is_told()
    {
        var scene = await StartBarrierScene.CreateAsync();
        await StartAsync(scene);
        scene.Time.Advance(TimeSpan.FromMinutes(5));
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.Over };

        await scene.Rendezvous.EndedAsync(scene.Clock, Token);

        var timing = scene.Rendezvous.TimingOf(77)!;
        Assert.Equal((1, StartBarrierScene.Owner, "host7", 77), (timing.Member, timing.WorkerId, timing.HostId, timing.OpenedNanoseconds));
        Assert.True(timing.After!.AtNanoseconds - timing.Before.AtNanoseconds > 300_000_000_000);
        Assert.Equal(BarrierPhase.Ended, scene.Barrier.Arrivals[^1].Phase);
    }

    [Fact]
    public async Task A_barrier_that_is_gone_after_the_measurement_costs_no_result()
    {
        var scene = await StartBarrierScene.CreateAsync();
        await StartAsync(scene);
        scene.Barrier.Reached = _ => throw new BarrierUnavailableException("gone");
        var before = scene.Time.Elapsed;

        await scene.Rendezvous.EndedAsync(scene.Clock, Token);

        Assert.Null(scene.Rendezvous.TimingOf(0)!.After);
        Assert.InRange(scene.Time.Elapsed - before, TimeSpan.FromSeconds(18), TimeSpan.FromSeconds(24));
    }

    [Fact]
    public async Task An_account_that_refuses_a_member_after_the_measurement_costs_no_result()
    {
        var scene = await StartBarrierScene.CreateAsync();
        await StartAsync(scene);
        scene.Barrier.Reached = _ => throw new RequestFailedException(403, "a role that is not in force yet");

        await scene.Rendezvous.EndedAsync(scene.Clock, Token);

        Assert.Null(scene.Rendezvous.TimingOf(0)!.After);
        Assert.False(await scene.Rendezvous.EverybodyHasEndedAsync(Token));
    }

    [Fact]
    public async Task A_member_that_is_told_to_stop_says_all_the_same_that_it_has_ended()
    {
        var scene = await StartBarrierScene.CreateAsync();
        await StartAsync(scene);
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.Over };

        await scene.Rendezvous.EndedAsync(scene.Clock, new(canceled: true));

        Assert.Null(scene.Rendezvous.TimingOf(0)!.After);
        Assert.Equal(BarrierPhase.Ended, scene.Barrier.Arrivals[^1].Phase);
    }

    [Fact]
    public async Task A_member_that_is_told_to_stop_does_not_look_long_for_a_barrier_that_is_gone()
    {
        var scene = await StartBarrierScene.CreateAsync();
        await StartAsync(scene);
        scene.Barrier.Reached = _ => throw new BarrierUnavailableException("gone");
        var before = scene.Time.Elapsed;

        await scene.Rendezvous.EndedAsync(scene.Clock, new(canceled: true));

        Assert.InRange(scene.Time.Elapsed - before, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(4));
    }

    [Fact]
    public async Task A_member_whose_second_exchange_of_clocks_fails_says_all_the_same_that_it_has_ended()
    {
        var scene = await StartBarrierScene.CreateAsync();
        await StartAsync(scene);
        var began = scene.Time.Elapsed;
        scene.Barrier.Reached = _ =>
        {
            if (scene.Time.Elapsed - began < TimeSpan.FromSeconds(12))
            {
                throw new BarrierUnavailableException("another one leads soon");
            }
        };
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.Over };

        await scene.Rendezvous.EndedAsync(scene.Clock, Token);

        Assert.Null(scene.Rendezvous.TimingOf(0)!.After);
        Assert.Equal(BarrierPhase.Ended, scene.Barrier.Arrivals[^1].Phase);
    }

    [Fact]
    public async Task The_first_member_waits_for_the_others_before_the_data_go()
    {
        var scene = await StartBarrierScene.CreateAsync(member: 0);
        await StartAsync(scene);
        scene.Barrier.Answer = _ => new() { Kind = scene.Barrier.Arrivals.Count < 5 ? BarrierAnswerKind.Wait : BarrierAnswerKind.Over };

        await scene.Rendezvous.EndedAsync(scene.Clock, Token);

        Assert.True(await scene.Rendezvous.EverybodyHasEndedAsync(Token));
        Assert.Equal(5, scene.Barrier.Arrivals.Count);
    }

    [Fact]
    public async Task The_data_stay_when_the_others_do_not_end_in_time()
    {
        var scene = await StartBarrierScene.CreateAsync(member: 0);
        await StartAsync(scene);
        scene.Barrier.Answer = _ => new() { Kind = BarrierAnswerKind.Wait };

        Assert.False(await scene.Rendezvous.EverybodyHasEndedAsync(Token));
    }

    [Fact]
    public async Task A_member_that_puts_right_what_others_measure_waits_for_them_once()
    {
        var scene = await StartBarrierScene.CreateAsync(member: 1);
        await StartAsync(scene);
        scene.Barrier.Answer = arrival => new() { Kind = arrival.Waits && scene.Barrier.Arrivals.Count < 5 ? BarrierAnswerKind.Wait : BarrierAnswerKind.Over };

        await scene.Rendezvous.EndedAsync(scene.Clock, Token);

        Assert.True(await scene.Rendezvous.EverybodyHasEndedAsync(Token));
        Assert.True(await scene.Rendezvous.EverybodyHasEndedAsync(Token));
        Assert.Equal([false, false, true, true, true], scene.Barrier.Arrivals.Select(arrival => arrival.Waits));
    }

    [Theory]
    [InlineData(BarrierAnswerKind.Leave)]
    [InlineData(BarrierAnswerKind.Wait)]
    public async Task A_member_does_not_wait_for_others_whose_gang_moved_on_or_when_it_is_told_to_stop(BarrierAnswerKind kind)
    {
        var scene = await StartBarrierScene.CreateAsync(member: 1);
        await StartAsync(scene);
        using var stop = new CancellationTokenSource();
        scene.Barrier.Answer = _ =>
        {
            if (kind == BarrierAnswerKind.Wait)
            {
                stop.Cancel();
            }

            return new() { Kind = kind };
        };

        Assert.False(await scene.Rendezvous.EverybodyHasEndedAsync(stop.Token));
        Assert.Equal(2, scene.Barrier.Arrivals.Count);
    }

    private static async Task StartAsync(StartBarrierScene scene)
    {
        scene.Barrier.Answer = _ => scene.Go(Notice);
        await scene.AgreeAsync();
    }
}
