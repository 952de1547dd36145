namespace AzurePerf.Core.Experiments;

/// <summary>What values a parameter takes.</summary>
public enum ParameterKind
{
    /// <summary>A whole number.</summary>
    Integer,

    /// <summary>A number that may have decimals.</summary>
    Number,

    /// <summary>One of a few words.</summary>
    Choice,
}
