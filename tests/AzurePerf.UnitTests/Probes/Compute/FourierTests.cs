using AzurePerf.Probes;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Fourier;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class FourierTests
{
    // Both factors of the length with and without a last step of radix 2.
    [Theory]
    [InlineData(6)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(10)]
    public void Transforms_are_the_sums_that_define_them(int power)
    {
        using var sequence = new Sequence(power);
        sequence.Transform();
        var length = 1 << power;
        for (var bin = 0; bin < length; bin++)
        {
            var (real, imaginary) = (0.0, 0.0);
            for (var index = 0; index < length; index++)
            {
                var (sine, cosine) = double.SinCosPi(-2.0 * bin * index / length);
                var (x, y) = (sequence.Input.Span[2 * index], sequence.Input.Span[(2 * index) + 1]);
                real += (x * cosine) - (y * sine);
                imaginary += (x * sine) + (y * cosine);
            }

            Assert.Equal(real, sequence.Output.Span[2 * bin], 1e-12);
            Assert.Equal(imaginary, sequence.Output.Span[(2 * bin) + 1], 1e-12);
        }
    }

    [Theory]
    [InlineData(6)]
    [InlineData(11)]
    [InlineData(15)]
    [InlineData(18)]
    public void A_correct_transform_leaves_only_rounding(int power)
    {
        using var sequence = new Sequence(power);
        sequence.Transform();
        Assert.InRange(sequence.Check.ResidualOf(sequence.Output), 0, 1);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(12_345)]
    [InlineData(131_071)]
    public void One_wrong_number_is_found_wherever_it_is(int index)
    {
        using var sequence = new Sequence(16);
        sequence.Transform();
        sequence.Output.Span[index] += 1e-6;
        Assert.True(sequence.Check.ResidualOf(sequence.Output) > FourierCheck.Bound);
    }

    [Fact]
    public void Two_numbers_that_changed_places_are_found()
    {
        using var sequence = new Sequence(16);
        sequence.Transform();
        var output = sequence.Output.Span;
        (output[200], output[201], output[202], output[203]) = (output[202], output[203], output[200], output[201]);
        Assert.True(sequence.Check.ResidualOf(sequence.Output) > FourierCheck.Bound);
    }

    [Fact]
    public void A_number_that_was_left_out_is_found()
    {
        using var sequence = new Sequence(8);
        sequence.Transform();
        sequence.Output.Span[5] = double.NaN;
        Assert.False(sequence.Check.ResidualOf(sequence.Output) <= FourierCheck.Bound);
    }

    private sealed class Sequence : IDisposable
    {
        private readonly FourierTransform _transform;

        public Sequence(int power)
        {
            (Input, Output) = (new(2L << power), new(2L << power));
            Input.FillRandomly(new(power));
            Output.Span.Fill(double.NaN);
            Check = new(Input, seed: 3);
            _transform = new(power);
        }

        public AlignedArray Input { get; }

        public AlignedArray Output { get; }

        public FourierCheck Check { get; }

        public void Transform() => _transform.Run(Input, Output);

        public void Dispose()
        {
            _transform.Dispose();
            Check.Dispose();
            Input.Dispose();
            Output.Dispose();
        }
    }
}
