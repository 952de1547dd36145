using AzurePerf.Hosting.Health;
using AzurePerf.Testing.Time;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class ReadyChecksTests
{
    private readonly FakeTimeProvider _time = new();
    private int _rounds;
    private string? _fault;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

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
    public async Task An_exception_is_a_fault_told_by_its_first_line()
    {
        using var checks = Checks(new ReadyCheck("account", _ => throw new InvalidOperationException("Refused\nwith many details")), Count());

        Assert.Equal(["account: Refused"], await checks.FaultsAsync(Cancelled));
        Assert.Equal(1, _rounds);
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

    private ReadyChecks Checks(params ReadyCheck[] checks) => new(checks, _time, NullLogger<ReadyChecks>.Instance);
}
