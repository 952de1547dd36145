namespace AzurePerf.Core.Views;

/// <summary>What somebody wants to save, validated.</summary>
public sealed record ViewRequest(string Name, ViewAddress Address);
