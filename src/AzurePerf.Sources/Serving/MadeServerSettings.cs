namespace AzurePerf.Sources.Serving;

/// <summary>What a server of made granules is told.</summary>
/// <param name="Seed">Of the field and of what is lost; equal ones give equal files.</param>
/// <param name="Coarseness">By what lines and columns are divided, one of <see cref="AllowedCoarseness"/>.</param>
/// <param name="Port">Of 127.0.0.1, where it listens; 0 takes a free one.</param>
/// <param name="Token">What requests must show as a bearer token; null when they need none.</param>
/// <param name="MaximalBytes">Files are kept in memory up to these bytes, and the latest whatever its size.</param>
public sealed record MadeServerSettings(
    int Seed = 1, int Coarseness = 1, int Port = 0, string? Token = null, long MaximalBytes = MadeServerSettings.DefaultMaximalBytes)
{
    /// <summary>256 MiB.</summary>
    public const long DefaultMaximalBytes = 256L << 20;

    /// <summary>Those that divide the cells of every tile.</summary>
    public static IReadOnlyList<int> AllowedCoarseness => Made.MadeSettings.Allowed;
}
