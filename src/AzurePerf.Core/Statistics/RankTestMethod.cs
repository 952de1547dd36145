namespace AzurePerf.Core.Statistics;

/// <summary>How a <see cref="RankTest"/> came to its probabilities.</summary>
public enum RankTestMethod
{
    /// <summary>Mann and Whitney's test by its exact distribution: small samples without ties.</summary>
    ExactMannWhitney,

    /// <summary>Brunner and Munzel's test, which allows ties and unequal spread.</summary>
    BrunnerMunzel,

    /// <summary>Every value of one sample is beyond every value of the other: the probability of just that among all ways to split the values.</summary>
    CompleteSeparation,
}
