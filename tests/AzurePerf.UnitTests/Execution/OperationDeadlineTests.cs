using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class OperationDeadlineTests : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly OperationDeadline _deadline;

    public OperationDeadlineTests() => _deadline = new(_stop.Token);

    [Fact]
    public void Nothing_that_is_over_can_expire()
    {
        _deadline.Begin(5);
        Assert.False(_deadline.End());
        Assert.Null(_deadline.TakeExpired(long.MaxValue));
    }

    [Fact]
    public void Nothing_that_is_younger_expires()
    {
        _deadline.Begin(5);
        Assert.Null(_deadline.TakeExpired(4));
        Assert.False(_deadline.End());
    }

    [Fact]
    public void What_expired_is_reported_once_and_its_end_says_so()
    {
        _deadline.Begin(5);
        using var taken = _deadline.TakeExpired(5);
        Assert.NotNull(taken);
        Assert.Null(_deadline.TakeExpired(5));
        Assert.True(_deadline.End());
    }

    [Fact]
    public void The_next_operation_is_not_cancelled_by_the_expiry_of_the_last_one()
    {
        _deadline.Begin(5);
        using var taken = _deadline.TakeExpired(5)!;
        _deadline.End();
        _deadline.Begin(6);
        taken.Cancel();

        Assert.False(_deadline.Token.IsCancellationRequested);
        Assert.False(_deadline.End());
    }

    [Fact]
    public void More_time_is_given_only_before_it_is_too_late()
    {
        _deadline.Begin(5);
        _deadline.Extend(9);
        Assert.Null(_deadline.TakeExpired(8));
        using var taken = _deadline.TakeExpired(9);
        _deadline.Extend(20);
        Assert.NotNull(taken);
        Assert.True(_deadline.End());
    }

    [Fact]
    public void A_stop_cancels_the_token_also_after_an_expiry()
    {
        _deadline.Begin(5);
        using var taken = _deadline.TakeExpired(5);
        _deadline.End();
        _stop.Cancel();

        Assert.True(_deadline.Token.IsCancellationRequested);
    }

    public void Dispose()
    {
        _deadline.Dispose();
        _stop.Dispose();
    }
}
