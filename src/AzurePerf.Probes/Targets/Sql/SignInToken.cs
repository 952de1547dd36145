using Azure.Core;
using Azure.Identity;

namespace AzurePerf.Probes.Targets.Sql;

/// <summary>The token that signs in to a database server of Azure, in place of a password.</summary>
/// <param name="identity">Client id of the managed identity; null for a developer's own sign-in.</param>
internal sealed class SignInToken(string? identity)
{
    private const string Scope = "https://ossrdbms-aad.database.windows.net/.default";

    private readonly Lazy<TokenCredential> _credential = new(() => identity is null
        ? new DefaultAzureCredential()
        : new ManagedIdentityCredential(ManagedIdentityId.FromUserAssignedClientId(identity)));

    /// <summary>How often a new one is asked for: each holds for at least twice as long.</summary>
    public static TimeSpan Renewal { get; } = TimeSpan.FromMinutes(20);

    /// <summary>After a failure.</summary>
    public static TimeSpan Retry { get; } = TimeSpan.FromSeconds(10);

    public async ValueTask<string> GetAsync(CancellationToken cancellationToken) =>
        (await _credential.Value.GetTokenAsync(new([Scope]), cancellationToken)).Token;
}
