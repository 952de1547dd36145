namespace AzurePerf.Core.Experiments;

/// <summary>Describes one parameter of an experiment. Forms, help, validation and the docs' tables are all made from it.</summary>
/// <param name="description">One sentence for people: what it is and what changes with it.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ParameterAttribute(string description) : Attribute
{
    public string Description { get; } = description;

    /// <summary>Unit of the number as printed: B, s, operations, ...; empty for a pure number, a choice or a text.</summary>
    public string Unit { get; init; } = "";

    /// <summary>Smallest value accepted.</summary>
    public double Minimum { get; init; }

    /// <summary>Largest value accepted.</summary>
    public double Maximum { get; init; }

    /// <summary>The longest text accepted, in UTF-16 characters, 1 to <see cref="ParameterDefinition.LongestText"/>; needed for a text, and
    /// for nothing else.</summary>
    public int MostCharacters { get; init; }

    /// <summary>A text as somebody might write it, for forms and documents; empty for none.</summary>
    public string Example { get; init; } = "";

    /// <summary>True for a factor: it takes one value or a list, and each combination of the factors' values is a point.</summary>
    public bool Factor { get; init; }

    /// <summary>True for a factor of which levels say nothing while it has its default, and for another parameter of which a stored
    /// request says nothing then: as those of builds that did not know it, and which such builds can carry out.</summary>
    public bool SilentAtDefault { get; init; }
}
