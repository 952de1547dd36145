using Azure.Core;
using AzurePerf.Probes.Targets.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets;

public sealed class SharedTokenCredentialTests
{
    private static readonly TokenRequestContext Storage = new(["https://storage.azure.com/.default"]);

    [Fact]
    public async Task Callers_at_the_same_time_share_one_request()
    {
        var inner = new SlowCredential();
        var shared = new SharedTokenCredential(inner);
        var callers = Enumerable.Range(0, 192).Select(_ => shared.GetTokenAsync(Storage, TestContext.Current.CancellationToken).AsTask()).ToArray();
        inner.Answer("token");
        Assert.All(await Task.WhenAll(callers), token => Assert.Equal("token", token.Token));
        Assert.Equal(1, inner.Requests);
    }

    [Fact]
    public async Task A_later_caller_asks_again_because_only_the_caller_knows_when_its_token_is_old()
    {
        var inner = new SlowCredential();
        var shared = new SharedTokenCredential(inner);
        inner.Answer("first");
        await shared.GetTokenAsync(Storage, TestContext.Current.CancellationToken);
        await shared.GetTokenAsync(Storage, TestContext.Current.CancellationToken);
        Assert.Equal(2, inner.Requests);
    }

    [Fact]
    public async Task Tokens_for_different_scopes_are_never_mixed_up()
    {
        var inner = new SlowCredential();
        var shared = new SharedTokenCredential(inner);
        var storage = shared.GetTokenAsync(Storage, TestContext.Current.CancellationToken).AsTask();
        var other = shared.GetTokenAsync(new(["https://vault.azure.net/.default"]), TestContext.Current.CancellationToken).AsTask();
        inner.Answer("token");
        await Task.WhenAll(storage, other);
        Assert.Equal(2, inner.Requests);
    }

    [Fact]
    public async Task A_caller_that_gives_up_does_not_take_the_others_with_it()
    {
        var inner = new SlowCredential();
        var shared = new SharedTokenCredential(inner);
        using var impatience = new CancellationTokenSource();
        var impatient = shared.GetTokenAsync(Storage, impatience.Token).AsTask();
        var patient = shared.GetTokenAsync(Storage, TestContext.Current.CancellationToken).AsTask();
        await impatience.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => impatient);
        inner.Answer("token");
        Assert.Equal("token", (await patient).Token);
    }

    [Fact]
    public async Task A_failure_reaches_every_caller_and_the_next_caller_tries_again()
    {
        var inner = new SlowCredential();
        var shared = new SharedTokenCredential(inner);
        var callers = Enumerable.Range(0, 3).Select(_ => shared.GetTokenAsync(Storage, TestContext.Current.CancellationToken).AsTask()).ToArray();
        inner.Fail();
        foreach (var caller in callers)
        {
            await Assert.ThrowsAsync<InvalidOperationException>(() => caller);
        }

        await Assert.ThrowsAsync<InvalidOperationException>(async () => await shared.GetTokenAsync(Storage, TestContext.Current.CancellationToken));
        Assert.Equal(2, inner.Requests);
    }

    private sealed class SlowCredential : TokenCredential
    {
        private readonly TaskCompletionSource<AccessToken> _answer = new();
        private int _requests;

        public int Requests => _requests;

        public void Answer(string token) => _answer.SetResult(new(token, DateTimeOffset.UnixEpoch));

        public void Fail() => _answer.SetException(new InvalidOperationException());

        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) => throw new NotSupportedException();

        public override async ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken)
        {
            Interlocked.Increment(ref _requests);
            return await _answer.Task;
        }
    }
}
