namespace AzurePerf.Storage.Runs;

/// <summary>Who holds a key.</summary>
/// <param name="Key">The key.</param>
/// <param name="RunId">The run that holds it.</param>
/// <param name="IsNew">Whether it was inserted just now.</param>
/// <param name="ETag">Of its row.</param>
public sealed record LeaseState(string Key, string RunId, bool IsNew, string ETag);
