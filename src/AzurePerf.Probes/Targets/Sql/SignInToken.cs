using Azure.Core;
using Azure.Identity;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>The token that signs in to a database server of Azure, in place of a password.</summary>
/// <param name="scope">What it is for.</param>
/// <param name="credential">Makes what hands out tokens, once. It may hand out one that it has until some five minutes before that
/// expires.</param>
/// <param name="now">Says when a token expires.</param>
internal sealed class SignInToken(string scope, Func<TokenCredential> credential, Func<DateTimeOffset> now)
{
    /// <summary>For PostgreSQL.</summary>
    public const string PostgresScope = "https://ossrdbms-aad.database.windows.net/.default";

    /// <summary>For Azure SQL.</summary>
    public const string SqlServerScope = "https://database.windows.net/.default";

    /// <summary>A token that holds for longer is handed out again: some credentials start a process when they are asked.</summary>
    private static readonly TimeSpan LongEnough = TimeSpan.FromMinutes(10);

    private readonly Lazy<TokenCredential> _credential = new(credential);
    private volatile Held? _held;

    /// <param name="scope">What it is for.</param>
    /// <param name="identity">Client id of the managed identity; null for a developer's own sign-in.</param>
    /// <param name="now">Says when a token expires.</param>
    public SignInToken(string scope, string? identity, Func<DateTimeOffset> now)
        : this(
            scope,
            () => identity is null
                ? new DefaultAzureCredential()
                : new ManagedIdentityCredential(ManagedIdentityId.FromUserAssignedClientId(identity)),
            now)
    {
    }

    /// <summary>For how long connections use one that they got: well below what any holds then.</summary>
    public static TimeSpan Renewal { get; } = TimeSpan.FromMinutes(2);

    /// <summary>After a failure.</summary>
    public static TimeSpan Retry { get; } = TimeSpan.FromSeconds(10);

    /// <summary>One that holds for longer than <see cref="Renewal"/>. The credential is asked only near the end of the last one.</summary>
    public async ValueTask<string> GetAsync(CancellationToken cancellationToken)
    {
        if (IsGoodFor(LongEnough) is { } known)
        {
            return known;
        }

        try
        {
            var token = await _credential.Value.GetTokenAsync(new([scope]), cancellationToken);
            _held = new(token.Token, token.ExpiresOn);
            return token.Token;
        }
        catch (Exception) when (!cancellationToken.IsCancellationRequested && IsGoodFor(Renewal) is not null)
        {
            return _held!.Token;
        }
    }

    private string? IsGoodFor(TimeSpan span) => _held is { } held && held.ExpiresOn - now() > span ? held.Token : null;

    private sealed record Held(string Token, DateTimeOffset ExpiresOn);
}
