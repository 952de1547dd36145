using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Images;

/// <summary>One field of the form for images.</summary>
/// <param name="Name">Its name in the form.</param>
/// <param name="Label">For people.</param>
/// <param name="Kind">How it is shown.</param>
/// <param name="Value">What is in it.</param>
/// <param name="Hint">What it is for.</param>
internal sealed record ImageField(string Name, string Label, ImageFieldKind Kind, string Value, string Hint)
{
    /// <summary>What can be chosen, in groups; a group without name is none.</summary>
    public IReadOnlyList<ImageChoices> Groups { get; init; } = [];

    /// <summary>What is shown in grey while it is empty; null for nothing.</summary>
    public string? Example { get; init; }

    /// <summary>What is wrong with it.</summary>
    public IReadOnlyList<SpecFault> Faults { get; init; } = [];

    /// <summary>Identifier of its element.</summary>
    public string Id => "field-" + Name.Replace('.', '-');
}

/// <summary>Choices of a field that belong together.</summary>
/// <param name="Name">For people; empty for none.</param>
/// <param name="Choices">Value and words of each.</param>
internal sealed record ImageChoices(string Name, IReadOnlyList<(string Value, string Words)> Choices);

/// <summary>How a field is shown.</summary>
internal enum ImageFieldKind
{
    /// <summary>One line.</summary>
    Text,

    /// <summary>Several lines.</summary>
    Lines,

    /// <summary>A whole number or one with decimals.</summary>
    Number,

    /// <summary>A day.</summary>
    Day,

    /// <summary>One of some choices.</summary>
    Choice,
}
