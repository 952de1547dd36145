using AzurePerf.Core.Runs;
using AzurePerf.Testing.Http;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Live;
using Xunit;

namespace AzurePerf.UnitTests.Web.Live;

public sealed class SlowWatcherTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_piece_that_does_not_go_out_is_waited_for_thirty_seconds_and_no_longer()
    {
        var time = new FakeTimeProvider();
        var stream = new EventStream(new StuckStream(), time);
        stream.Heartbeat();

        var flush = stream.FlushAsync(Cancelled);
        time.Advance(TimeSpan.FromSeconds(30) - TimeSpan.FromMilliseconds(1));
        Assert.False(flush.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(1));

        Assert.Contains("30 s", (await Assert.ThrowsAsync<TimeoutException>(() => flush)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Whoever_leaves_while_a_piece_goes_out_is_no_slow_watcher()
    {
        using var left = CancellationTokenSource.CreateLinkedTokenSource(Cancelled);
        var stream = new EventStream(new StuckStream(), new FakeTimeProvider());
        stream.Heartbeat();

        var flush = stream.FlushAsync(left.Token);
        await left.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => flush);
    }

    [Fact]
    public async Task A_watcher_who_takes_nothing_is_dropped_and_resumes_where_he_was()
    {
        const int Events = 400;
        await using var web = new WebUnderTest();
        var run = await SeededRun.SubmitAsync(web, """{"experiment": "blob.download", "preset": "quick"}""");
        await run.MoveAsync(RunStatus.Running, 1);
        await run.NoteAsync([.. Enumerable.Repeat(new string('x', 1_000), Events)]);
        await using var host = new WatchedHost(web.Control);
        // He takes the head and some pieces, and nothing after that: more waits for him than a connection holds.
        await using var slow = await Watcher.OpenAsync(host.Client, run.Id);
        var taken = 0;
        for (; taken < 3; taken++)
        {
            Assert.NotNull(await slow.NextAsync("event"));
        }

        for (var patience = 0; host.Feeds.Count > 0; patience++)
        {
            Assert.True(patience < 2_000, "he is waited for although the time that one piece may take passed again and again");
            host.Clock.Time.Advance(EventStream.Patience);
            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System, Cancelled);
        }

        var broken = false;
        try
        {
            while (await slow.NextAsync("event") is not null)
            {
                taken++;
            }
        }
        catch (Exception failure) when (failure is IOException or HttpRequestException or OperationCanceledException)
        {
            broken = true;
        }

        Assert.True(broken, "the stream ended as if nothing were missing");
        Assert.InRange(taken, 3, Events - 1);
        await using var again = await Watcher.OpenAsync(host.Client, run.Id, taken);
        Assert.Equal($"{taken + 1}", (await again.NextAsync("event"))!.Value.EventId);
    }

    /// <summary>The connection of somebody who takes nothing.</summary>
    private sealed class StuckStream : MemoryStream
    {
        public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, cancellationToken);
    }
}
