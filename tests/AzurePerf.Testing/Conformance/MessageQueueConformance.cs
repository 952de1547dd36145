using Azure;
using AzurePerf.Storage.Queues;
using Xunit;

namespace AzurePerf.Testing.Conformance;

/// <summary>What every message queue does. No test waits: what is hidden is made visible again by an update.</summary>
public abstract class MessageQueueConformance
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(5);

    protected abstract IMessageQueue Queue { get; }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_empty_queue_gives_nothing()
    {
        await Queue.CreateAsync(Cancelled);

        Assert.Empty(await Queue.GetAsync(32, Long, Cancelled));
        Assert.Equal(0, await Queue.CountAsync(Cancelled));
    }

    [Theory]
    [InlineData("""{"v":1,"etag":"W/\"datetime'2026'\""}""")]
    [InlineData("<xml> & Grüße \U0001F600 \n end")]
    [InlineData(" ")]
    public async Task A_text_is_received_as_it_was_put(string text)
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync(text, TimeSpan.Zero, Cancelled);

        Assert.Equal([text], (await Queue.GetAsync(32, Long, Cancelled)).Select(message => message.Text));
    }

    [Fact]
    public async Task A_received_message_is_hidden_but_still_counted()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);

        Assert.Single(await Queue.GetAsync(1, Long, Cancelled));

        Assert.Empty(await Queue.GetAsync(1, Long, Cancelled));
        Assert.Equal(1, await Queue.CountAsync(Cancelled));
    }

    [Fact]
    public async Task A_delayed_message_is_not_there_yet_but_counted()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", Long, Cancelled);

        Assert.Empty(await Queue.GetAsync(1, Long, Cancelled));
        Assert.Equal(1, await Queue.CountAsync(Cancelled));
    }

    [Fact]
    public async Task The_next_message_tells_when_it_was_put_and_is_not_taken_by_that()
    {
        await Queue.CreateAsync(Cancelled);
        Assert.Null(await Queue.FindNextPutAtAsync(Cancelled));
        await Queue.PutAsync("later", Long, Cancelled);
        Assert.Null(await Queue.FindNextPutAtAsync(Cancelled));
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);

        var putAt = await Queue.FindNextPutAtAsync(Cancelled);

        Assert.NotNull(putAt);
        Assert.Equal(putAt, Assert.Single(await Queue.GetAsync(1, Long, Cancelled)).PutAt);
        Assert.Null(await Queue.FindNextPutAtAsync(Cancelled));
    }

    [Fact]
    public async Task Not_more_are_given_than_asked_for()
    {
        await Queue.CreateAsync(Cancelled);
        for (var number = 0; number < 5; number++)
        {
            await Queue.PutAsync($"{number}", TimeSpan.Zero, Cancelled);
        }

        var first = await Queue.GetAsync(3, Long, Cancelled);
        var rest = await Queue.GetAsync(32, Long, Cancelled);

        Assert.Equal((3, 2), (first.Count, rest.Count));
        Assert.Equal(["0", "1", "2", "3", "4"], first.Concat(rest).Select(message => message.Text).Order());
        Assert.Equal(5, first.Concat(rest).Select(message => message.Id).Distinct().Count());
    }

    [Fact]
    public async Task A_message_that_is_made_visible_comes_again_with_another_receipt()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);
        var first = Assert.Single(await Queue.GetAsync(1, Long, Cancelled));

        var shown = await Queue.TryHideAsync(first, TimeSpan.Zero, Cancelled);
        var second = Assert.Single(await Queue.GetAsync(1, Long, Cancelled));

        Assert.Equal((first.Id, "x"), (second.Id, second.Text));
        Assert.Equal(3, new[] { first.PopReceipt, shown!.PopReceipt, second.PopReceipt }.Distinct().Count());
    }

    [Fact]
    public async Task A_message_comes_again_with_the_text_it_was_hidden_with()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);
        var first = Assert.Single(await Queue.GetAsync(1, Long, Cancelled));

        await Queue.TryHideAsync(first with { Text = "y" }, TimeSpan.Zero, Cancelled);

        Assert.Equal("y", Assert.Single(await Queue.GetAsync(1, Long, Cancelled)).Text);
    }

    [Fact]
    public async Task A_stale_receipt_proves_nothing()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);
        var stale = Assert.Single(await Queue.GetAsync(1, Long, Cancelled));
        var latest = await Queue.TryHideAsync(stale, Long, Cancelled);

        Assert.Null(await Queue.TryHideAsync(stale, Long, Cancelled));
        Assert.False(await Queue.TryDeleteAsync(stale, Cancelled));
        Assert.Equal(1, await Queue.CountAsync(Cancelled));

        Assert.True(await Queue.TryDeleteAsync(latest!, Cancelled));
        Assert.Equal(0, await Queue.CountAsync(Cancelled));
    }

    [Fact]
    public async Task A_message_that_is_gone_is_neither_hidden_nor_deleted()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);
        var message = Assert.Single(await Queue.GetAsync(1, Long, Cancelled));
        await Queue.TryDeleteAsync(message, Cancelled);

        Assert.False(await Queue.TryDeleteAsync(message, Cancelled));
        Assert.Null(await Queue.TryHideAsync(message, Long, Cancelled));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData((7 * 86_400) + 1)]
    public async Task A_message_is_hidden_for_no_less_than_nothing_and_no_more_than_a_week(int seconds)
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);
        var (time, message) = (TimeSpan.FromSeconds(seconds), Assert.Single(await Queue.GetAsync(1, Long, Cancelled)));

        Assert.Equal(400, (await Assert.ThrowsAsync<RequestFailedException>(() => Queue.PutAsync("y", time, Cancelled))).Status);
        Assert.Equal(400, (await Assert.ThrowsAsync<RequestFailedException>(() => Queue.PutHiddenAsync("y", time, Cancelled))).Status);
        Assert.Equal(400, (await Assert.ThrowsAsync<RequestFailedException>(() => Queue.TryHideAsync(message, time, Cancelled))).Status);
        Assert.Equal(400, (await Assert.ThrowsAsync<RequestFailedException>(() => Queue.GetAsync(1, time, Cancelled))).Status);
        Assert.Equal(1, await Queue.CountAsync(Cancelled));
    }

    [Fact]
    public async Task A_get_hides_what_it_gives()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);

        Assert.Equal(400, (await Assert.ThrowsAsync<RequestFailedException>(() => Queue.GetAsync(1, TimeSpan.Zero, Cancelled))).Status);
    }

    [Fact]
    public async Task Making_the_queue_again_is_harmless()
    {
        await Queue.CreateAsync(Cancelled);
        await Queue.PutAsync("x", TimeSpan.Zero, Cancelled);

        await Queue.CreateAsync(Cancelled);

        Assert.Equal(1, await Queue.CountAsync(Cancelled));
    }
}
