namespace AzurePerf.Cli.Api;

/// <summary>The health of the API.</summary>
internal static class ApiHealth
{
    private const string NotReady = "the API is not ready";

    /// <summary>Whether the API can serve; throws when it cannot, and when something else is there.</summary>
    public static async Task CheckReadyAsync(this ApiClient api, CancellationToken cancellationToken)
    {
        var health = await api.SendAsync<Health>(new(HttpMethod.Get, "health/ready"), NotReady, cancellationToken);
        if (health.Value is not { Status: "ready", Host: "web" })
        {
            throw api.Unexpected(NotReady, "document", "the health of another service");
        }
    }

    /// <summary>What is read of it.</summary>
    /// <param name="Status">Whether it can serve.</param>
    /// <param name="Host">What is there: other hosts than the API have a health of their own.</param>
    private sealed record Health(string Status, string Host);
}
