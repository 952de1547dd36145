namespace AzurePerf.Web.Access;

/// <summary>A sign-in of a browser.</summary>
/// <param name="Id">By which it can be ended.</param>
/// <param name="KeyId">The key that it was made with.</param>
/// <param name="EndsAt">When it ends by itself.</param>
internal sealed record Session(string Id, string KeyId, DateTimeOffset EndsAt);
