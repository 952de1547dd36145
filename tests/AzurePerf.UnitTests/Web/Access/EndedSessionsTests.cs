using System.Threading.Channels;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class EndedSessionsTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly UnansweringRowStore _rows = new(new InMemoryRowStore());
    private readonly Channel<int> _unanswered = Channel.CreateUnbounded<int>();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_read_that_gets_no_answer_is_made_again_after_three_seconds_for_all_who_wait()
    {
        var ended = await EndedAsync();
        LeaveUnanswered(1);
        var waiting = new[] { "out", "in", "in" }.Select(id => ended.IncludesAsync(id, Cancelled)).ToArray();
        await _unanswered.Reader.ReadAsync(Cancelled);
        Assert.All(waiting, answer => Assert.False(answer.IsCompleted));

        _time.Advance(TimeSpan.FromSeconds(3));

        var answers = await Task.WhenAll(waiting);
        Assert.Equal([true, false, false], answers);
        Assert.False(_unanswered.Reader.TryRead(out _));
    }

    [Fact]
    public async Task While_the_account_keeps_quiet_all_who_wait_hear_so_after_six_seconds()
    {
        var ended = await EndedAsync();
        LeaveUnanswered(10);
        var waiting = Enumerable.Range(0, 5).Select(_ => ended.IncludesAsync("in", Cancelled)).ToArray();
        for (var tries = 0; tries < 2; tries++)
        {
            await _unanswered.Reader.ReadAsync(Cancelled);
            _time.Advance(TimeSpan.FromSeconds(3));
        }

        foreach (var answer in waiting)
        {
            await Assert.ThrowsAsync<TimeoutException>(() => answer);
        }

        Assert.False(_unanswered.Reader.TryRead(out _));
    }

    [Fact]
    public async Task A_request_that_leaves_ends_the_read_for_nobody_else()
    {
        var ended = await EndedAsync();
        using var leaving = new CancellationTokenSource();
        var answer = new TaskCompletionSource();
        _rows.WhileListing = token => answer.Task.WaitAsync(token);
        var first = ended.IncludesAsync("in", leaving.Token);
        var second = ended.IncludesAsync("in", Cancelled);

        await leaving.CancelAsync();
        answer.SetResult();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);
        Assert.False(await second);
    }

    [Fact]
    public async Task What_was_read_before_a_sign_out_is_not_believed_after_it()
    {
        var (before, answer) = (Task.FromResult(true), new TaskCompletionSource());
        EndedSessions ended = null!;
        var rows = new InterruptedRowStore(_rows, ControlNames.KeysTable, _ =>
        {
            // What was known is too old by now: another request reads anew.
            _time.Advance(TimeSpan.FromSeconds(2));
            _rows.WhileListing = _ => answer.Task;
            before = ended.IncludesAsync("out", Cancelled);
            _rows.WhileListing = _ => Task.CompletedTask;
            return Task.FromResult(true);
        });
        ended = new(new EndedSessionStore(rows, _time), _time);
        Assert.False(await ended.IncludesAsync("out", Cancelled));
        _time.Advance(TimeSpan.FromSeconds(4));

        await ended.AddAsync("out", _time.GetUtcNow().AddHours(8), Cancelled);
        answer.SetResult();

        Assert.False(await before);
        Assert.True(await ended.IncludesAsync("out", Cancelled));
    }

    [Fact]
    public async Task A_sign_out_that_gets_no_answer_holds_up_no_other_and_is_made_again_after_three_seconds()
    {
        var ended = await EndedAsync();
        Assert.False(await ended.IncludesAsync("first", Cancelled));
        LeaveUnanswered(1);
        var first = ended.AddAsync("first", _time.GetUtcNow().AddHours(8), Cancelled);
        var again = ended.AddAsync("first", _time.GetUtcNow().AddHours(8), Cancelled);
        await _unanswered.Reader.ReadAsync(Cancelled);

        await ended.AddAsync("second", _time.GetUtcNow().AddHours(8), Cancelled);
        Assert.False(first.IsCompleted || again.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(3));
        await Task.WhenAll(first, again);

        Assert.False(_unanswered.Reader.TryRead(out _));
    }

    [Fact]
    public async Task A_sign_out_that_was_stored_counts_at_once_also_where_it_failed_afterwards()
    {
        var ended = await EndedAsync();
        Assert.False(await ended.IncludesAsync("in", Cancelled));
        _rows.WhileListing = _ => throw new IOException("the account does not answer");
        await Assert.ThrowsAsync<IOException>(() => ended.AddAsync("in", _time.GetUtcNow().AddHours(8), Cancelled));
        _rows.WhileListing = _ => Task.CompletedTask;

        Assert.True(await ended.IncludesAsync("in", Cancelled));
    }

    private void LeaveUnanswered(int lists) => _rows.WhileListing = async token =>
    {
        if (lists-- > 0)
        {
            _unanswered.Writer.TryWrite(lists);
            await Task.Delay(Timeout.InfiniteTimeSpan, token);
        }
    };

    [Fact]
    public async Task A_sign_out_removes_few_of_those_that_are_over_so_that_it_does_not_wait_for_a_thousand()
    {
        var store = new EndedSessionStore(_rows, _time);
        for (var number = 0; number < 30; number++)
        {
            await store.AddAsync($"old{number}", _time.GetUtcNow().AddHours(8), Cancelled);
        }

        _time.Advance(TimeSpan.FromHours(9));
        await store.AddAsync("out", _time.GetUtcNow().AddHours(8), Cancelled);
        Assert.Equal(11, (await store.ListAsync(Cancelled)).Count);

        await store.AddAsync("other", _time.GetUtcNow().AddHours(8), Cancelled);
        Assert.Equal(["other", "out"], (await store.ListAsync(Cancelled)).Order(StringComparer.Ordinal));
    }

    /// <summary>One sign-in was ended on another replica.</summary>
    private async Task<EndedSessions> EndedAsync()
    {
        var store = new EndedSessionStore(_rows, _time);
        await store.AddAsync("out", _time.GetUtcNow().AddHours(8), Cancelled);
        return new(store, _time);
    }
}
