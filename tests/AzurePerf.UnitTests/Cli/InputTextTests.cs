using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class InputTextTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task Ctrl_C_ends_the_wait_for_a_standard_input_that_brings_nothing()
    {
        using var interruption = new CancellationTokenSource();
        using var input = new SilentInput();
        var terminal = new Terminal(TextWriter.Null, TextWriter.Null, input, OutputIsTerminal: false, ErrorIsTerminal: false);
        var reading = InputText.ReadAsync(terminal, InputText.StandardInput, "--file", interruption.Token);
        await input.Asked.Task;

        await interruption.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => reading.WaitAsync(Patience, TimeProvider.System, TestContext.Current.CancellationToken));
    }

    /// <summary>Looks at a token before it reads and not while it does, as the reader of a console.</summary>
    private sealed class SilentInput : TextReader
    {
        private readonly ManualResetEventSlim _ended = new();

        public TaskCompletionSource Asked { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public override string ReadToEnd()
        {
            Asked.TrySetResult();
            _ended.Wait(Patience);
            return "";
        }

        public override Task<string> ReadToEndAsync(CancellationToken cancellationToken) => Task.Run(ReadToEnd, cancellationToken);

        protected override void Dispose(bool disposing)
        {
            _ended.Set();
            base.Dispose(disposing);
        }
    }
}
