namespace AzurePerf.Core.Experiments.Sql;

/// <summary>Which points whose clients write work on a copy of the data as they were loaded.</summary>
public enum FreshData
{
    Each,

    /// <summary>All of a run write into the loaded data, one after the other.</summary>
    Never,
}
