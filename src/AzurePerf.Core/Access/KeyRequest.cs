namespace AzurePerf.Core.Access;

/// <summary>What is asked for in a new key.</summary>
/// <param name="Name">Whose key it is; null takes the name of the one that it replaces.</param>
/// <param name="Scope">Null takes that of the one that it replaces.</param>
/// <param name="ExpiresInDays">1 to 366.</param>
/// <param name="Replaces">Id of the key that it comes after; null for none.</param>
/// <param name="OverlapHours">For how long the replaced one goes on, 0 to 720.</param>
public sealed record KeyRequest(string? Name, AccessScope? Scope, int ExpiresInDays, string? Replaces, int OverlapHours);
