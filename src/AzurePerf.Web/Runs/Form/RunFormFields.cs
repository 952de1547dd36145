using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Web.Experiments;

namespace AzurePerf.Web.Runs.Form;

/// <summary>The fields of the submit form, made from the catalogue, each with the faults that the reader of requests found in it.</summary>
internal sealed class RunFormFields
{
    /// <summary>The longest text that a field of one line is for.</summary>
    private const int OneLine = 200;

    private readonly IReadOnlyList<SpecFault> _faults;

    public RunFormFields(RunForm form, IReadOnlyList<string> targets, IReadOnlyList<SpecFault> faults)
    {
        _faults = faults;
        RunFormField[] run = [.. RunFields(form, targets)];
        var leading = form.Definition.Parameters.FirstOrDefault(parameter => parameter.Factor && IsOwn(parameter))?.Name;
        First =
        [
            .. run.Where(field => field.Path is "name" or "target"),
            .. form.Definition.Parameters.Where(parameter => IsFirst(parameter, leading)).Select(parameter => Field(form, parameter)),
            .. run.Where(field => field.Path is "repetitions"),
        ];
        var rest = form.Definition.Parameters.Where(parameter => !IsFirst(parameter, leading)).ToLookup(IsOwn);
        Own = [.. rest[true].Select(parameter => Field(form, parameter))];
        Load = [.. rest[false].Select(parameter => Field(form, parameter))];
        Run = [.. run.Where(field => field.Path is not ("name" or "target" or "repetitions"))];
    }

    /// <summary>What nearly everybody decides: name, target, texts, the experiment's leading factor, clients and repetitions.</summary>
    public IReadOnlyList<RunFormField> First { get; }

    /// <summary>What only this experiment, or its family, is told.</summary>
    public IReadOnlyList<RunFormField> Own { get; }

    /// <summary>What every experiment is told about load.</summary>
    public IReadOnlyList<RunFormField> Load { get; }

    /// <summary>What belongs to the run and not to the experiment.</summary>
    public IReadOnlyList<RunFormField> Run { get; }

    public IEnumerable<RunFormField> All => First.Concat(Own).Concat(Load).Concat(Run);

    /// <summary>True when a field has a fault that is not among the first.</summary>
    public bool IsFaultyBeyondFirst => All.Except(First).Any(one => one.Faults.Count > 0);

    /// <summary>Faults that belong to no field.</summary>
    public IEnumerable<SpecFault> Unplaced => _faults.Where(fault => !All.Any(known => RunFormField.IsAt(known.Path, fault)));

    /// <summary>A text has no default that suits everybody.</summary>
    private static bool IsFirst(ParameterDefinition parameter, string? leading) =>
        parameter.Kind == ParameterKind.Text || parameter.Name == "clients" || parameter.Name == leading;

    private static bool IsOwn(ParameterDefinition parameter) => typeof(MeasurementOptions).GetProperties()
        .All(property => !property.Name.Equals(parameter.Name, StringComparison.OrdinalIgnoreCase));

    private RunFormField Field(RunForm form, ParameterDefinition parameter)
    {
        var path = RunForm.Prefix + parameter.Name;
        if (parameter.Kind == ParameterKind.Text)
        {
            return TextField(form, parameter, path);
        }

        var isChoice = parameter.Kind == ParameterKind.Choice;
        var kind = (isChoice, parameter.Factor) switch
        {
            (true, true) => RunFormFieldKind.Choices,
            (true, false) => RunFormFieldKind.Choice,
            _ => RunFormFieldKind.Number,
        };
        var list = parameter.Factor && !isChoice ? " Several values, separated by commas, make one point each." : "";
        return new(path, ParameterText.Label(parameter), kind, form[path])
        {
            ApiName = parameter.Name,
            Description = parameter.Description,
            Hint = isChoice
                ? ""
                : $"{ParameterText.Range(parameter)}; if empty: {ParameterText.Value(parameter, form.InitialValue(parameter))}.{list}"
                    + (parameter.Unit == "B" ? " A size may have a unit: 64 KiB, 1.5 MB." : ""),
            Choices = parameter.Choices,
            Faults = FaultsOf(path),
        };
    }

    /// <summary>One line, or a box of several where a line would show only a part.</summary>
    private RunFormField TextField(RunForm form, ParameterDefinition parameter, string path) =>
        new(path, ParameterText.Label(parameter), parameter.MostCharacters <= OneLine ? RunFormFieldKind.Text : RunFormFieldKind.Lines,
            form[path])
        {
            ApiName = parameter.Name,
            Description = parameter.Description,
            Hint = Sentence.Start(ParameterText.Range(parameter)) + ".",
            MostCharacters = parameter.MostCharacters,
            Example = parameter.Example,
            Faults = FaultsOf(path),
        };

    private IEnumerable<RunFormField> RunFields(RunForm form, IReadOnlyList<string> targets)
    {
        RunFormField Field(string path, string label, RunFormFieldKind kind, string description, string hint = "") =>
            new(path, label, kind, form[path]) { Description = description, Hint = hint, Faults = FaultsOf(path) };

        yield return Field(
            "name", "Name", RunFormFieldKind.Text, "Your own words for the run.", $"At most {SpecLimits.NameLength} characters.");
        yield return Field("target", "Target", RunFormFieldKind.Choice, TargetDescription(form.Definition)) with { Choices = targets };
        yield return Field("workers", "Workers", RunFormFieldKind.Number,
            "Workers that share the clients of each point and start together.",
            $"1 to {NumberFormat.Count(SpecLimits.Workers)}, at most the smallest level of clients.");
        yield return Field("repetitions", "Repetitions", RunFormFieldKind.Number,
            "How often each configuration is measured.",
            $"1 to {NumberFormat.Count(SpecLimits.Repetitions)}. Below {NumberFormat.Count(ComparisonRule.MinimumRepetitions)} the run "
                + $"cannot be compared with another one.");
        yield return Field("repeatEverySeconds", "Repeat every (s)", RunFormFieldKind.Number,
            "Makes a series: each repetition at its own time instead of one after the other.",
            $"0 to {NumberFormat.Count(SpecLimits.RepeatEverySeconds)}; 0 for no series.");
        yield return Field("seed", "Seed", RunFormFieldKind.Number,
            "Makes everything random in the run the same again.", $"0 to {NumberFormat.Count(int.MaxValue)}; if empty: a new one.");
        var onError = Field(
            "onError", "After a failed point", RunFormFieldKind.Choice, "Go on with the next point, or clean up and end the run.");
        yield return onError with { Choices = ["continue", "stop"] };
        if (form.Definition.Metrics.Count > 0)
        {
            yield return Field("failIf", "Fails if", RunFormFieldKind.Lines,
                "Criteria, one per line, such as p95>50ms or errors>1%. Each configuration is judged by its 95 % interval.",
                $"At most {SpecLimits.Criteria}. Metrics: {string.Join(", ", form.Definition.Metrics.Select(metric => metric.Name))}, "
                    + $"{Criterion.Errors}.");
        }

        yield return Field("tags", "Tags", RunFormFieldKind.Lines, "One name=value per line.", $"At most {SpecLimits.Tags}.");
    }

    private static string TargetDescription(ExperimentDefinition definition) => definition.Target switch
    {
        { OnlyTarget: not null } kind => $"What is measured: {kind.Noun}.",
        { } kind => $"What is measured: {kind.Noun}, by its name in the operator's configuration.",
        null => "A name in the operator's configuration; nothing of it is measured.",
    };

    private SpecFault[] FaultsOf(string path) => [.. _faults.Where(fault => RunFormField.IsAt(path, fault))];
}
