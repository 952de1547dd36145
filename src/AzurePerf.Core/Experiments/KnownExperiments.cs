namespace AzurePerf.Core.Experiments;

/// <summary>The catalogue of what comes with every host, for readers that are not given the one of their host yet.</summary>
public static class KnownExperiments
{
    public static ExperimentCatalogue Catalogue { get; } = new(BuiltInExperiments.All);
}
