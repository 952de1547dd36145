namespace AzurePerf.Cli.Output;

/// <summary>One column of a table for people.</summary>
/// <param name="Heading">May have several lines.</param>
/// <param name="RightAligned">True for numbers.</param>
internal sealed record TextColumn(string Heading, bool RightAligned = false)
{
    public string[] HeadingLines { get; } = Heading.Split('\n');
}
