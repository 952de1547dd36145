using AzurePerf.Sql.Engines.SqlServer;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class SqlServerSourceTests
{
    /// <summary>As on a network that has fallen silent: the driver waits for the answer to the cancellation.</summary>
    [Fact]
    public async Task A_call_that_does_not_end_when_it_is_cancelled_is_given_up_after_five_seconds()
    {
        var time = new FakeTimeProvider();
        var call = new TaskCompletionSource();
        using var cancel = new CancellationTokenSource();
        var waiting = SqlServerSource.NotForeverAsync(call.Task, time, cancel.Token);

        time.Advance(TimeSpan.FromHours(1));
        await cancel.CancelAsync();
        time.Advance(TimeSpan.FromSeconds(4));
        Assert.False(waiting.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
    }

    [Fact]
    public async Task A_call_that_ends_says_how()
    {
        using var cancel = new CancellationTokenSource();
        await SqlServerSource.NotForeverAsync(Task.CompletedTask, TimeProvider.System, cancel.Token);

        await Assert.ThrowsAsync<IOException>(() => SqlServerSource.NotForeverAsync(Task.FromException(new IOException("reset")), TimeProvider.System, cancel.Token));
    }
}
