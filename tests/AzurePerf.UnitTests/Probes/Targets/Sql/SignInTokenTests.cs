using Azure.Core;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class SignInTokenTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(60, 0)]
    [InlineData(60, 1)]
    [InlineData(61, 0)]
    [InlineData(75, 1)]
    [InlineData(24 * 60, 0)]
    public async Task No_connection_of_four_hours_signs_in_with_a_token_that_has_expired(int lifetimeMinutes, int failsForMinutes)
    {
        var time = new FakeTimeProvider();
        var credential = new CachingCredential(time, TimeSpan.FromMinutes(lifetimeMinutes)) { FailsFor = TimeSpan.FromMinutes(failsForMinutes) };

        // Somebody else asked long before: what is handed out first is no longer new.
        credential.Issue();
        time.Advance(TimeSpan.FromMinutes(12));
        var token = new SignInToken(SignInToken.PostgresScope, () => credential, time.GetUtcNow);
        var (used, next) = ("", time.GetUtcNow());
        for (var end = next.AddHours(4); time.GetUtcNow() < end; time.Advance(Second))
        {
            if (time.GetUtcNow() >= next)
            {
                (used, next) = await RenewAsync();
            }

            Assert.True(time.GetUtcNow() < credential.ExpiryOf(used), $"{used} has expired {time.GetUtcNow():T}");
        }

        Assert.InRange(credential.Requests, 1, 40);

        async Task<(string Used, DateTimeOffset Next)> RenewAsync()
        {
            try
            {
                return (await token.GetAsync(Cancelled), time.GetUtcNow() + SignInToken.Renewal);
            }
            catch (TimeoutException)
            {
                return (used, time.GetUtcNow() + SignInToken.Retry);
            }
        }
    }

    [Fact]
    public async Task A_credential_that_never_had_one_and_fails_says_so()
    {
        var time = new FakeTimeProvider();
        var token = new SignInToken(SignInToken.PostgresScope, () => new CachingCredential(time, TimeSpan.FromHours(1)) { FailsFor = TimeSpan.FromMinutes(1) }, time.GetUtcNow);

        await Assert.ThrowsAsync<TimeoutException>(() => token.GetAsync(Cancelled).AsTask());
        time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal("1", await token.GetAsync(Cancelled));
    }

    /// <summary>Hands out what it has until five minutes before that expires, as those of Azure do.</summary>
    private sealed class CachingCredential(TimeProvider time, TimeSpan lifetime) : TokenCredential
    {
        private readonly List<DateTimeOffset> _expiries = [];
        private DateTimeOffset? _failing;

        /// <summary>For how long nobody can be asked for a new one, from when it is needed on.</summary>
        public TimeSpan FailsFor { get; init; }

        public int Requests { get; private set; }

        public DateTimeOffset ExpiryOf(string token) => _expiries[int.Parse(token, System.Globalization.CultureInfo.InvariantCulture) - 1];

        /// <summary>Has a new one, which nobody asked for.</summary>
        public void Issue() => _expiries.Add(time.GetUtcNow() + lifetime);

        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken)
        {
            Requests++;
            var now = time.GetUtcNow();
            if (_expiries is [] || _expiries[^1] - now < TimeSpan.FromMinutes(5))
            {
                _failing ??= now;
                if (now - _failing < FailsFor)
                {
                    throw new TimeoutException("nobody answers");
                }

                _failing = null;
                Issue();
            }

            return new(_expiries.Count.ToString(System.Globalization.CultureInfo.InvariantCulture), _expiries[^1]);
        }

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            new(GetToken(requestContext, cancellationToken));
    }
}
