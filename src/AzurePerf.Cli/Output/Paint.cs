namespace AzurePerf.Cli.Output;

/// <summary>Emphasis on a terminal, nothing elsewhere.</summary>
internal sealed record Paint(bool Enabled)
{
    public static Paint None { get; } = new(false);

    public string Bold(string text) => Enabled && text.Length > 0 ? "\e[1m" + text + "\e[0m" : text;
}
