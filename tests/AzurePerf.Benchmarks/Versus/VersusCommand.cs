using System.Security.Cryptography;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>The `versus` verbs: list what can be compared, or compare one. Figures go to output, everything else to error.</summary>
internal sealed class VersusCommand(IReadOnlyList<IVersusEntry> entries, TextWriter output, TextWriter error)
{
    private const string Usage = """
        versus list                        what can be compared, with goal and needed tools
        versus NAME [--pairs N] [--seed N] [--json] [--fail]
          --pairs N   at least N pairs (7, more where the name needs them); more, up to 20, while an interval that decides is wider than +-10 %
          --seed N    draws which side goes first in each pair; printed when not given
          --json      exactly one JSON line
          --fail      exit with 3 when the goal does not hold
        Exit codes: 0 measured, 1 wrong arguments or failed, 2 a tool is missing, 3 see --fail, 130 interrupted.
        Examples:
          dotnet run --project tests/AzurePerf.Benchmarks -c Release -- versus recorder
          dotnet run --project tests/AzurePerf.Benchmarks -c Release -- versus recorder --pairs 15 --json --fail
        """;

    public async Task<VersusExitCode> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        switch (arguments)
        {
            case ["--help" or "-h" or "help"]:
                WriteLines(output, [Usage, $"Names: {string.Join(", ", entries.Select(entry => entry.Name))}"]);
                return VersusExitCode.Measured;
            case ["list"]:
                WriteLines(output, VersusText.Catalogue(entries));
                return VersusExitCode.Measured;
            default:
                return await CompareUnlessInterruptedAsync(arguments, cancellationToken);
        }
    }

    /// <summary>Ctrl-C on a terminal reaches the outside programs too, so that one of them may fail before this process is told.</summary>
    private async Task<VersusExitCode> CompareUnlessInterruptedAsync(IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        try
        {
            return await CompareAsync(arguments, cancellationToken);
        }
        catch (Exception) when (cancellationToken.IsCancellationRequested)
        {
            return VersusExitCode.Interrupted;
        }
    }

    private async Task<VersusExitCode> CompareAsync(IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        VersusArguments parsed;
        IVersusEntry entry;
        try
        {
            parsed = VersusArguments.Parse(arguments);
            entry = entries.SingleOrDefault(candidate => candidate.Name == parsed.Name)
                ?? throw new FormatException($"Nothing is named {parsed.Name}.");
        }
        catch (FormatException exception)
        {
            WriteLines(error, [exception.Message, $"Names: {string.Join(", ", entries.Select(known => known.Name))}", Usage]);
            return VersusExitCode.Failed;
        }

        var result = await MeasureAsync(entry, parsed, cancellationToken);
        WriteLines(output, parsed.Json ? [VersusJson.Line(result)] : VersusText.Lines(result));
        return ExitCodeOf(result, parsed.Fail);
    }

    private async Task<VersusResult> MeasureAsync(IVersusEntry entry, VersusArguments arguments, CancellationToken cancellationToken)
    {
        OutsideTool[] missing = [.. entry.Tools.Where(tool => !tool.IsPresent())];
        if (missing.Length > 0)
        {
            return VersusResult.ToolsMissing(entry, missing);
        }

        var seed = arguments.Seed ?? RandomNumberGenerator.GetInt32(int.MaxValue);
        await using var session = await entry.StartAsync(cancellationToken);
        if (session.Theirs is not null)
        {
            error.WriteLine(FormattableString.Invariant($"order seed {seed}"));
        }

        var runner = new PairRunner(seed, (pair, figures) => error.WriteLine(Progress(pair, figures, entry.Unit)));
        var figures = await runner.RunAsync(session, new PairBudget(Math.Max(arguments.Pairs, entry.FewestPairs), entry.MostPairs), cancellationToken);
        return VersusResult.Measured(entry, session, figures, seed);
    }

    private static string Progress(int pair, PairFigures figures, string unit)
    {
        var name = pair == 0 ? "warm-up" : FormattableString.Invariant($"pair {pair}");
        var theirs = figures is { Theirs: { } other, Ratio: { } ratio } ? $", theirs {VersusText.Number(other)} {unit}, ratio {VersusText.Number(ratio)}" : "";
        return $"{name}: ours {VersusText.Number(figures.Ours)} {unit}{theirs}";
    }

    private static VersusExitCode ExitCodeOf(VersusResult result, bool fail) => result switch
    {
        { Figures: null } => VersusExitCode.ToolMissing,
        { Holds: false } when fail => VersusExitCode.GoalMissed,
        _ => VersusExitCode.Measured,
    };

    private static void WriteLines(TextWriter writer, IEnumerable<string> lines)
    {
        foreach (var line in lines)
        {
            writer.WriteLine(line);
        }
    }
}
