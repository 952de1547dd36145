using System.Globalization;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>What was typed after `versus NAME`.</summary>
/// <param name="Name">The entry's name.</param>
/// <param name="Pairs">Measure at least so many pairs.</param>
/// <param name="Seed">Draws the order within the pairs; null to draw one.</param>
/// <param name="Json">Print one JSON line instead of text.</param>
/// <param name="Fail">Exit with 3 when the goal does not hold.</param>
internal sealed record VersusArguments(string Name, int Pairs, int? Seed, bool Json, bool Fail)
{
    /// <summary>Reads the arguments.</summary>
    /// <exception cref="FormatException">They cannot be understood; the message says which and why.</exception>
    public static VersusArguments Parse(IReadOnlyList<string> arguments)
    {
        var parsed = new VersusArguments("", PairBudget.FewestPairs, Seed: null, Json: false, Fail: false);
        var rest = new Queue<string>(arguments);
        while (rest.TryDequeue(out var argument))
        {
            parsed = argument switch
            {
                "--json" => parsed with { Json = true },
                "--fail" => parsed with { Fail = true },
                "--pairs" => parsed with { Pairs = Number(argument, rest, PairBudget.FewestPairs, 1_000) },
                "--seed" => parsed with { Seed = Number(argument, rest, 0, int.MaxValue) },
                _ when argument.StartsWith('-') => throw new FormatException($"There is no option {argument}."),
                _ when parsed.Name.Length > 0 => throw new FormatException($"One name at a time: {parsed.Name} or {argument}."),
                _ => parsed with { Name = argument },
            };
        }

        return parsed.Name.Length > 0 ? parsed : throw new FormatException("The name of what to compare is missing.");
    }

    private static int Number(string option, Queue<string> rest, int lowest, int highest)
        => rest.TryDequeue(out var text)
            && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number >= lowest
            && number <= highest
            ? number
            : throw new FormatException(FormattableString.Invariant($"{option} needs a whole number from {lowest} to {highest}."));
}
