using Azure;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Gangs;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Barrier;

public sealed class StartBarrierTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Members_wait_for_each_other_and_go_on_together()
    {
        var scene = await BarrierScene.CreateAsync();
        var first = scene.AskAsync(6, BarrierPhase.Prepared);
        var second = scene.AskAsync(8, BarrierPhase.Prepared);
        Assert.False(first.IsCompleted || second.IsCompleted);

        var last = await scene.AskAsync(7, BarrierPhase.Prepared);

        Assert.All(await Task.WhenAll(first, second), answer => Assert.Equal(BarrierAnswerKind.WarmUp, answer.Kind));
        Assert.Equal(["endpoint6", "endpoint7", "endpoint8"], last.Endpoints);
        Assert.Equal(TimeSpan.Zero, scene.Time.Elapsed);
    }

    [Fact]
    public async Task A_start_is_stored_once_before_anybody_is_told_and_told_to_each_on_its_own_clock()
    {
        var scene = await BarrierScene.CreateAsync();
        var writes = 0;
        scene.Rows.Fate = (_, _) =>
        {
            writes++;
            return ReplacementFate.Answered;
        };
        Task<BarrierAnswer>[] waiting = [scene.AskAsync(6, BarrierPhase.Warm), scene.AskAsync(7, BarrierPhase.Warm)];
        Assert.Null((await scene.StoredAsync()).Go);

        var last = await scene.AskAsync(8, BarrierPhase.Warm);
        var answers = (await Task.WhenAll(waiting)).Append(last).ToArray();

        var go = (await scene.StoredAsync()).Go!;
        Assert.Equal(1, writes);
        Assert.Equal(go.Members.Select(member => (long?)member.StartNanoseconds), answers.Select(answer => answer.StartNanoseconds));
        Assert.Equal([2_000_000_000 - 6_000_000L, 2_000_000_000 - 7_000_000L, 2_000_000_000 - 8_000_000L], go.Members.Select(member => member.StartNanoseconds));
    }

    [Fact]
    public async Task A_gang_that_moves_on_while_the_start_is_stored_starts_nobody()
    {
        var scene = await BarrierScene.CreateAsync();
        var raised = false;
        scene.Rows.Fate = (_, _) =>
        {
            if (!raised)
            {
                raised = true;
                scene.RaiseAsync().GetAwaiter().GetResult();
            }

            return ReplacementFate.Answered;
        };
        Task<BarrierAnswer>[] all = [scene.AskAsync(6, BarrierPhase.Warm), scene.AskAsync(7, BarrierPhase.Warm), scene.AskAsync(8, BarrierPhase.Warm)];

        foreach (var answer in all)
        {
            Assert.Equal((BarrierAnswerKind.Leave, "the gang is at attempt 3, not 2"), ((await scene.WaitAsync(answer)).Kind, (await answer).Reason));
        }

        Assert.Null((await scene.StoredAsync()).Go);
    }

    [Fact]
    public async Task A_start_that_may_be_stored_but_was_not_confirmed_is_told_from_the_row()
    {
        var scene = await BarrierScene.CreateAsync();
        scene.Rows.Fate = (_, _) =>
        {
            scene.Rows.Fate = (_, _) => ReplacementFate.Answered;
            return ReplacementFate.AnswerLost;
        };
        Task<BarrierAnswer>[] all = [scene.AskAsync(6, BarrierPhase.Warm), scene.AskAsync(7, BarrierPhase.Warm), scene.AskAsync(8, BarrierPhase.Warm)];
        var failures = await Task.WhenAll(all.Select(async answer => await Record.ExceptionAsync(() => answer)));

        var go = (await scene.StoredAsync()).Go!;
        var again = await scene.AskAsync(8, BarrierPhase.Warm);
        Assert.Contains(failures, failure => failure is RequestFailedException);
        Assert.All(all.Where(answer => answer.IsCompletedSuccessfully), answer => Assert.Contains(go.Members, member => member.StartNanoseconds == answer.Result.StartNanoseconds));
        Assert.Equal(go.Members[2].StartNanoseconds, again.StartNanoseconds);
    }

    [Fact]
    public async Task A_question_without_news_is_answered_after_ten_seconds()
    {
        var scene = await BarrierScene.CreateAsync();

        var answer = await scene.WaitAsync(scene.AskAsync(6, BarrierPhase.Prepared));

        Assert.Equal((BarrierAnswerKind.Wait, "waits for 2 members to set up: tasks 7, 8"), (answer.Kind, answer.Reason));
        Assert.InRange(scene.Time.Elapsed, TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(10.1));
    }

    [Fact]
    public async Task A_member_that_waits_learns_that_the_gang_moved_on_within_two_seconds()
    {
        var scene = await BarrierScene.CreateAsync();
        var waiting = scene.AskAsync(6, BarrierPhase.Prepared);
        await scene.RaiseAsync();

        Assert.Equal(BarrierAnswerKind.Leave, (await scene.WaitAsync(waiting)).Kind);
        Assert.InRange(scene.Time.Elapsed, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2.1));
    }

    [Fact]
    public async Task A_new_leader_collects_the_members_anew_and_has_them_exchange_clocks_with_it()
    {
        var scene = await BarrierScene.CreateAsync();
        var former = scene.Arrival(6, BarrierPhase.Warm);
        _ = scene.AskAsync(7, BarrierPhase.Warm);
        scene.Restart();

        var answer = await scene.Barrier.ArriveAsync(SampleGang.RunId, 3, former, Token);
        Task<BarrierAnswer>[] all = [scene.AskAsync(6, BarrierPhase.Warm), scene.AskAsync(7, BarrierPhase.Warm), scene.AskAsync(8, BarrierPhase.Warm)];

        Assert.Equal(BarrierAnswerKind.ExchangeClocks, answer.Kind);
        Assert.All(await Task.WhenAll(all), one => Assert.Equal(BarrierAnswerKind.Go, one.Kind));
    }

    [Fact]
    public async Task A_new_leader_tells_a_stored_start_to_those_whom_it_lists_and_to_nobody_else()
    {
        var scene = await BarrierScene.CreateAsync();
        await Task.WhenAll(scene.AskAsync(6, BarrierPhase.Warm), scene.AskAsync(7, BarrierPhase.Warm), scene.AskAsync(8, BarrierPhase.Warm));
        var arrival = scene.Arrival(7, BarrierPhase.Warm);
        scene.Restart();

        var listed = await scene.Barrier.ArriveAsync(SampleGang.RunId, 3, arrival, Token);
        var onAnotherClock = await scene.AskAsync(7, BarrierPhase.Warm);
        var late = await scene.Barrier.ArriveAsync(SampleGang.RunId, 3, scene.Arrival(7, BarrierPhase.Warm) with { WorkerId = "late" }, Token);

        Assert.Equal((await scene.StoredAsync()).Go!.Members[1].StartNanoseconds, listed.StartNanoseconds);
        Assert.Equal((BarrierAnswerKind.Leave, BarrierAnswerKind.Leave), (onAnotherClock.Kind, late.Kind));
    }

    [Theory]
    [InlineData(BenchmarkTaskStatus.Measured, 2, BarrierAnswerKind.Over)]
    [InlineData(BenchmarkTaskStatus.Done, 2, BarrierAnswerKind.Over)]
    [InlineData(BenchmarkTaskStatus.Done, 1, BarrierAnswerKind.Wait)]
    [InlineData(BenchmarkTaskStatus.Running, 2, BarrierAnswerKind.Wait)]
    public async Task A_member_that_told_the_last_leader_of_its_end_is_not_waited_for_once_its_result_is_stored(BenchmarkTaskStatus status, int attempt, BarrierAnswerKind answer)
    {
        var scene = await BarrierScene.CreateAsync();
        await Task.WhenAll(scene.AskAsync(6, BarrierPhase.Warm), scene.AskAsync(7, BarrierPhase.Warm), scene.AskAsync(8, BarrierPhase.Warm));
        await scene.AskAsync(7, BarrierPhase.Ended);
        scene.Restart();
        await scene.AskAsync(8, BarrierPhase.Ended);
        var task = SampleTask.In(status);
        await scene.Tasks.TryAddAsync([task with { Key = task.Key with { Number = 7 }, Attempt = attempt }], Token);

        Assert.Equal(answer, (await scene.WaitAsync(scene.AskAsync(6, BarrierPhase.Ended))).Kind);
    }

    [Fact]
    public async Task A_member_that_went_away_is_not_started()
    {
        var scene = await BarrierScene.CreateAsync();
        using var gone = new CancellationTokenSource();
        var leaving = scene.AskAsync(6, BarrierPhase.Warm, gone.Token);
        await gone.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => leaving);
        scene.Time.Advance(BarrierDecisions.LongestSilence + TimeSpan.FromSeconds(1));

        Task<BarrierAnswer>[] others = [scene.AskAsync(7, BarrierPhase.Warm), scene.AskAsync(8, BarrierPhase.Warm)];
        Assert.Equal("waits for 1 members to warm up: tasks 6", (await scene.WaitAsync(others[0])).Reason);

        Assert.Null((await scene.StoredAsync()).Go);
    }

    [Fact]
    public async Task Whoever_was_refused_stands_in_nobodys_way()
    {
        var scene = await BarrierScene.CreateAsync();
        var intruder = scene.Arrival(6, BarrierPhase.Prepared) with { Build = "b2", Task = 8 };
        var waiting = scene.AskAsync(6, BarrierPhase.Prepared);

        Assert.Equal(BarrierAnswerKind.Leave, (await scene.Barrier.ArriveAsync(SampleGang.RunId, 3, intruder, Token)).Kind);
        Task<BarrierAnswer>[] others = [scene.AskAsync(7, BarrierPhase.Prepared), scene.AskAsync(8, BarrierPhase.Prepared)];

        Assert.All(await Task.WhenAll([waiting, .. others]), answer => Assert.Equal(BarrierAnswerKind.WarmUp, answer.Kind));
    }

    [Fact]
    public async Task Only_the_gangs_own_token_opens_the_barrier()
    {
        var scene = await BarrierScene.CreateAsync();

        Assert.False(scene.Barrier.IsOpenedBy("", SampleGang.RunId, 3));
        scene.Barrier.Expect(await scene.StoredAsync());
        Assert.True(scene.Barrier.IsOpenedBy("token", SampleGang.RunId, 3));
        Assert.False(scene.Barrier.IsOpenedBy("Token", SampleGang.RunId, 3));
        Assert.False(scene.Barrier.IsOpenedBy("", SampleGang.RunId, 3));
        Assert.False(scene.Barrier.IsOpenedBy("token", SampleGang.RunId, 4));
    }

    [Fact]
    public async Task Its_clock_counts_nanoseconds_and_has_a_name_of_its_own()
    {
        var scene = await BarrierScene.CreateAsync();
        var received = scene.Barrier.Nanoseconds();
        scene.Time.Advance(TimeSpan.FromMilliseconds(1.5));
        var reading = scene.Barrier.ReadClock(received);
        scene.Restart();

        Assert.Equal((0, 1_500_000), (reading.ReceivedNanoseconds, reading.AnsweredNanoseconds));
        Assert.NotEqual(reading.Clock, scene.Barrier.ReadClock(0).Clock);
    }
}
