using AzurePerf.Core.Views;

namespace AzurePerf.Storage.Views;

/// <summary>One row of the views as a list finds it.</summary>
/// <param name="View">Null when the row makes no sense.</param>
/// <param name="Fault">What makes no sense, with the row's key; empty when all does.</param>
public sealed record ViewEntry(SavedView? View, string Fault);
