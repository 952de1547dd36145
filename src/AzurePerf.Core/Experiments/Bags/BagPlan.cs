namespace AzurePerf.Core.Experiments.Bags;

/// <summary>One bag of an experiment.</summary>
/// <param name="Tasks">Its tasks; their numbers say what each is to do.</param>
/// <param name="Expected">What an execution is expected to take, before any was seen.</param>
public sealed record BagPlan(int Tasks, TimeSpan Expected);
