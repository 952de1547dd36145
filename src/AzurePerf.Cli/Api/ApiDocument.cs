namespace AzurePerf.Cli.Api;

/// <summary>What the API answered: read, and as it came.</summary>
internal sealed record ApiDocument<T>(T Value, string Json);
