using System.Globalization;
using System.Text;
using AzurePerf.Cli;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Ids;
using AzurePerf.Storage;

namespace AzurePerf.UnitTests.Cli;

/// <summary>Runs the whole command in this process, over a stub of the API.</summary>
internal sealed class ToolRun(StubApi api)
{
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _error = new();

    public Dictionary<string, string> Environment { get; } = [];

    public string Input { get; init; } = "";

    public IServiceStarter Services { get; init; } = new StubServices();

    public IToolProbe Tools { get; init; } = new StubTools();

    public TimeProvider Time { get; init; } = new ImpatientTime();

    /// <summary>Whether a person sits there, who reads standard error and answers.</summary>
    public bool Person { get; init; }

    /// <summary>Whether nobody reads the pipe any more that standard output is.</summary>
    public bool IsAbandoned { get; init; }

    /// <summary>What takes the place of standard output, such as a file on a full disk; null where there is none.</summary>
    public TextWriter? StandardOutput { get; init; }

    /// <summary>Width of the terminal that standard output is; null for a pipe.</summary>
    public int? Columns { get; init; }

    /// <summary>The control account that stands in for a real one.</summary>
    public ControlPlane? Control { get; init; }

    public List<Uri> Addresses { get; } = [];

    public string Output => _output.ToString();

    public string Error => _error.ToString();

    public static StubApi Unused { get; } = new(request => throw new InvalidOperationException("no request was expected: " + request));

    public Task<int> RunAsync(params string[] arguments) => RunAsync(CancellationToken.None, arguments);

    public Task<int> RunAsync(CancellationToken interrupted, params string[] arguments) => Tool().RunAsync(arguments, interrupted);

    /// <summary>What is wrong with a command line, which is not carried out.</summary>
    public string[] FaultsOf(params string[] arguments)
    {
        var parsed = Tool().Parse(arguments);
        return [.. parsed.Errors.Select(error => error.Message), .. Misspelling.TakenForValues(parsed).Select(typed => Misspelling.Complaint(parsed, typed))];
    }

    private AzurePerfTool Tool() => new(new CommandContext
    {
        Terminal = new(StandardOutput ?? Into(_output), Into(_error), new StringReader(Input), OutputIsTerminal: Columns is not null, ErrorIsTerminal: Person)
        {
            InputIsTerminal = Person,
            IsAbandoned = () => IsAbandoned,
            Columns = Columns ?? Sheet.UsualColumns,
        },
        Time = Time,
        Ids = new SeededIdSource(1),
        Environment = Environment,
        HandlerFor = address =>
        {
            Addresses.Add(address);
            return api;
        },
        Services = Services,
        Tools = Tools,
        ControlPlaneAt = (_, _) => Control ?? throw new InvalidOperationException("no control account was expected to be opened"),
    });

    private static TextWriter Into(StringBuilder text) => TextWriter.Synchronized(new StringWriter(text, CultureInfo.InvariantCulture) { NewLine = "\n" });
}
