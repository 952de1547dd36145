using System.CommandLine;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Invocation;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Cli.Images;

/// <summary>An option for each parameter of the pipeline of images, in the words of the catalogue: a new parameter needs no code
/// here.</summary>
internal sealed class ImageParameters
{
    private readonly IReadOnlyList<(ParameterDefinition Parameter, Option Option)> _options =
        [.. ModisPipelineOptions.Definition.Parameters.Select(parameter => (parameter, OptionOf(parameter)))];

    public void AddTo(Command command)
    {
        foreach (var (_, option) in _options)
        {
            command.Add(option);
        }
    }

    /// <summary>The parameters that are given; what they mean is judged by the server.</summary>
    public JsonObject Read(ParseResult parsed)
    {
        var parameters = new JsonObject();
        foreach (var (parameter, option) in _options.Where(one => parsed.GetResult(one.Option) is { Implicit: false }))
        {
            parameters[parameter.Name] = option switch
            {
                Option<int?> number => JsonValue.Create(parsed.GetValue(number)),
                Option<double?> number => JsonValue.Create(parsed.GetValue(number)),
                Option<string?> text => JsonValue.Create(parsed.GetValue(text)),
                _ => throw new NotSupportedException($"{option.Name} has a value of no known kind"),
            };
        }

        return parameters;
    }

    private static Option OptionOf(ParameterDefinition parameter)
    {
        var name = "--" + JsonNamingPolicy.KebabCaseLower.ConvertName(parameter.Name);
        var description = Describe(parameter);
        switch (parameter.Kind)
        {
            case ParameterKind.Integer:
                return IntegerOption.CreateOptional(name, description, (int)parameter.Minimum!, (int)parameter.Maximum!);
            case ParameterKind.Number:
                return new Option<double?>(name) { Description = description, HelpName = "NUMBER" };
            case ParameterKind.Choice:
                var choice = new Option<string?>(name) { Description = description, HelpName = "WORD" };
                choice.AcceptOnlyFromAmong([.. parameter.Choices]);
                return choice;
            default:
                var text = new Option<string?>(name) { Description = description, HelpName = "TEXT" };
                text.CompletionSources.Add([.. WordsOf(parameter.Name)]);
                return text;
        }
    }

    /// <summary>What a shell completes a text with, where there are words for it.</summary>
    private static IEnumerable<string> WordsOf(string parameter) => parameter switch
    {
        "product" => ProductCatalogue.Shipped.Products.Select(product => product.Id),
        "reductions" => RequestReductions.All.Select(reduction => reduction.Name),
        _ => [],
    };

    /// <summary>"What the days of a period become, cell by cell. One of mean, max, min, median, count. [default mean]".</summary>
    private static string Describe(ParameterDefinition parameter)
    {
        var usual = parameter.Default.GetValueKind() == JsonValueKind.String
            ? parameter.Default.GetValue<string>()
            : parameter.Default.ToJsonString();
        return parameter.Description
            + (parameter.Choices.Count > 0 ? $" One of {string.Join(", ", parameter.Choices)}." : "")
            + (parameter.Example is { } example && example != usual ? $" For example \"{example}\"." : "")
            + (usual.Length > 0 ? $" [default {usual}]" : "");
    }
}
