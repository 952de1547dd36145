namespace AzurePerf.Cli.Output;

/// <summary>How data on standard output looks.</summary>
internal enum OutputFormat
{
    /// <summary>For people, at most 100 columns wide.</summary>
    Table,

    /// <summary>The API's document as it is.</summary>
    Json,

    /// <summary>One line per thing, every figure, units in the column names.</summary>
    Csv,
}
