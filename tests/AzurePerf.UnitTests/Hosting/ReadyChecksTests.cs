using Azure;
using AzurePerf.Hosting.Health;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class ReadyChecksTests : IDisposable
{
    private readonly FakeTimeProvider _time = new();
    private readonly RecordedLog<ReadyChecks> _log = new();
    private int _rounds;
    private string? _fault;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _log.Dispose();

    [Fact]
    public async Task A_ready_answer_is_kept_so_that_asking_often_loads_nothing()
    {
        using var checks = Checks(Count());

        Assert.Empty(await checks.FaultsAsync(Cancelled));
        _time.Advance(ReadyChecks.KeepReady - TimeSpan.FromMilliseconds(1));
        Assert.Empty(await checks.FaultsAsync(Cancelled));
        Assert.Equal(1, _rounds);

        _time.Advance(TimeSpan.FromMilliseconds(1));
        await checks.FaultsAsync(Cancelled);
        Assert.Equal(2, _rounds);
    }

    [Fact]
    public async Task A_fault_names_its_check_and_is_looked_at_again_soon()
    {
        _fault = "no such table";
        using var checks = Checks(Count());

        Assert.Equal(["counted: no such table"], await checks.FaultsAsync(Cancelled));
        _fault = null;
        Assert.Single(await checks.FaultsAsync(Cancelled));
        _time.Advance(ReadyChecks.KeepFault);

        Assert.Empty(await checks.FaultsAsync(Cancelled));
    }

    [Fact]
    public async Task A_wall_clock_that_is_set_back_keeps_no_old_answer()
    {
        _fault = "no such table";
        using var checks = Checks(Count());
        Assert.Single(await checks.FaultsAsync(Cancelled));
        _fault = null;

        _time.WallClockSetBy = -TimeSpan.FromMinutes(5);
        _time.Advance(ReadyChecks.KeepFault);

        Assert.Empty(await checks.FaultsAsync(Cancelled));
    }

    [Fact]
    public async Task An_exception_is_a_fault_without_its_message_which_only_the_log_has()
    {
        const string Message = "No such host is known. (secret.table.core.windows.net:443)";
        using var checks = Checks(
            new("account", _ => throw new RequestFailedException(0, Message)),
            new("other", _ => throw new InvalidOperationException(Message)),
            Count());

        Assert.Equal(["account: the control account cannot be reached", "other: the check failed; see the log"], await checks.FaultsAsync(Cancelled));
        Assert.Equal(1, _rounds);
        Assert.Equal(2, _log.Texts.Count(text => text.Contains(Message, StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_check_that_hangs_is_a_fault_after_its_limit()
    {
        using var checks = Checks(new ReadyCheck("account", async limit =>
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, _time, limit);
            return null;
        }));

        var asking = checks.FaultsAsync(Cancelled);
        Assert.False(asking.IsCompleted);
        _time.Advance(ReadyChecks.CheckLimit);

        Assert.Equal(["account: no answer within 5 s"], await asking);
    }

    private ReadyCheck Count() => new("counted", _ =>
    {
        _rounds++;
        return Task.FromResult(_fault);
    });

    private ReadyChecks Checks(params ReadyCheck[] checks) => new(checks, _time, _log);
}
