using System.Net;
using AzurePerf.Cli.Api;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class PassingApiFailureTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly List<double> _waits = [];
    private readonly List<string> _said = [];

    public PassingApiFailureTests() => _time.TimerSet = wait =>
    {
        _waits.Add(wait.TotalSeconds);
        _time.Advance(wait);
    };

    [Fact]
    public async Task Who_asks_too_often_waits_as_long_as_the_server_says_and_has_its_attempts_left()
    {
        Assert.Equal("read", await ReadAsync(Limited(60), Limited(60), Limited(60), Busy(5), Busy()));
        Assert.Equal([60, 60, 60, 5, 2], _waits);
        Assert.Equal(Enumerable.Repeat("too often; the server is asked again in 60 s, as it says", 3), _said);
    }

    [Fact]
    public async Task A_server_that_always_says_too_often_is_given_up()
    {
        var failure = await Assert.ThrowsAsync<ApiFailure>(() => ReadAsync([.. Enumerable.Repeat(Limited(60), 8)]));

        Assert.Equal(HttpStatusCode.TooManyRequests, failure.Status);
        Assert.Equal([60, 60, 60, 60, 60], _waits);
    }

    [Fact]
    public async Task Nobody_waits_for_an_hour_unasked()
    {
        await Assert.ThrowsAsync<ApiFailure>(() => ReadAsync([.. Enumerable.Repeat(Limited(3_600), 3)]));

        Assert.Equal([1, 2], _waits);
    }

    private static ApiFailure Limited(int seconds) => new("too often", HttpStatusCode.TooManyRequests) { RetryAfter = TimeSpan.FromSeconds(seconds) };

    private static ApiFailure Busy(int? seconds = null) =>
        new("busy", HttpStatusCode.ServiceUnavailable) { RetryAfter = seconds is { } told ? TimeSpan.FromSeconds(told) : null };

    private Task<string> ReadAsync(params ApiFailure[] failures)
    {
        var left = new Queue<ApiFailure>(failures);
        return PassingApiFailure.AgainAsync(
            _time, _said.Add, () => left.TryDequeue(out var failure) ? Task.FromException<string>(failure) : Task.FromResult("read"), TestContext.Current.CancellationToken);
    }
}
