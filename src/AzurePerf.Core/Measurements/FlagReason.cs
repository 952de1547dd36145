namespace AzurePerf.Core.Measurements;

/// <summary>Why a point has a flag, where the flag alone does not say it.</summary>
/// <param name="Flag">The flag.</param>
/// <param name="Text">A clause without a full stop, with the numbers.</param>
public sealed record FlagReason(PointFlag Flag, string Text);
