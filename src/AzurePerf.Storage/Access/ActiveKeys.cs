using AzurePerf.Core.Access;

namespace AzurePerf.Storage.Access;

/// <summary>The keys that opened something when they were looked at.</summary>
/// <param name="Keys">In the order of their ids.</param>
/// <param name="Mark">Changes with every key that is made; null before the first.</param>
public sealed record ActiveKeys(IReadOnlyList<AccessKey> Keys, string? Mark);
